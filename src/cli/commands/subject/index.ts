import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { readResults, sendInTurn } from '../../client/requests.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { parseNonBlank, parsePositiveInteger } from '../../options/option-parsers.ts'
import { readArguments } from '../../options/read-arguments.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import { formatCount } from '../../terminal/format.ts'
import { print, printText, hint, printRecord, tell } from '../../terminal/output.ts'
import { toSafeJson } from '../../terminal/sanitize.ts'
import { requireEdits } from '../../options/edit-options.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { addSubjectsCommand } from './add.ts'

/** One feature per line. */
function formatGeoJson(features: readonly object[]): string {
  const lines = features.map((feature) => `\n${toSafeJson(feature)}`)
  return `{"type":"FeatureCollection","features":[${lines.join(',')}\n]}`
}

const subjectGeometryCommand: CommandFactory = (cli) =>
  new Command('geometry')
    .description('Print the geometry of a subject as GeoJSON')
    .argument('<subject>', 'ID or slug')
    .action(async (name) => {
      const { z } = await import('zod')
      const { openReadingApi } = await import('../../reading/open-reading-api.ts')
      const { resolveName } = await import('../../client/resolve-filters.ts')
      const feature = z.looseObject({
        type: z.literal('Feature'),
        geometry: z.looseObject({ type: z.string() }),
        properties: z.looseObject({ map_id: z.string() }),
      })
      const collection = z.object({ features: z.array(feature) })
      const api = await openReadingApi(cli)
      const id = await resolveName(api, 'subject', name)
      const found = await api.get(`/api/v2/subjects/${id}/geometry/`, collection)
      const { output } = cli.globals
      if (output === 'human' || output === 'json')
        return printText(cli, formatGeoJson(found.features))
      if (output === 'ndjson') return print(cli, found.features, [])
      const rows = found.features.map(({ geometry, properties }) => ({
        id: properties.map_id,
        type: geometry.type,
      }))
      print(cli, rows, ['id', 'type'])
    })

interface RecordsOptions {
  title?: string
  untagged?: true
  withoutGeometry?: true
  limit: number
}

async function runListRecords(cli: Cli, options: Placed<RecordsOptions>): Promise<void> {
  const { subjectRecordPage: schema } = await import('../../../core/contract/subject-record.ts')
  const { title, limit } = options
  const query = {
    title,
    tagged: options.untagged && 'false',
    outlined: options.withoutGeometry && 'false',
  }
  const path = '/api/v2/subject-records/'
  const subjects = await withApi(cli, options, (api) =>
    readResults(api, { path, query, schema, limit: limit + 1 }),
  )
  print(cli, subjects.slice(0, limit), ['id', 'item', 'slug', 'title', 'images', 'geometries'])
  if (subjects.length > limit) hint(cli, `There are more than ${limit}. Show more with --limit.`)
}

/** Creates `catalog subject records`, formerly `catalog admin subject list`. */
export function createRecordsCommand(name: 'records' | 'list'): CommandFactory {
  return (cli) =>
    new Command(name)
      .description('List subjects by title, also those without images')
      .option('--title <text>', 'Subjects whose title contains this', parseNonBlank)
      .option('--untagged', 'Subjects of no image')
      .option('--without-geometry', 'Subjects without a geometry')
      .option('--limit <number>', 'List at most this many', parsePositiveInteger, 100)
      .addOption(createPlaceOption())
      .action((options) => runListRecords(cli, options))
}

export const showSubjectCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a subject and the numbers of its images and geometries')
    .argument('<subject>', 'Id, slug or Wikidata item')
    .addOption(createPlaceOption())
    .action(async (named, options) => {
      const { getRecord } = await import('./get-record.ts')
      printRecord(cli, await withApi(cli, options, (api) => getRecord(api, named)))
    })

export const editSubjectCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change the title, slug or description of a subject')
    .argument('<subject>', 'Id, slug or Wikidata item')
    .option('--title <text>', 'New title; a refresh does not overwrite it')
    .option('--slug <slug>', 'New slug; imports that use the old one fail')
    .option('--description <text>', "New description; empty to show the Wikidata item's")
    .addOption(createPlaceOption('PATCH /api/v2/subjects/:id/'))
    .action(async (named, options) => {
      const { getRecord } = await import('./get-record.ts')
      const { title, slug, description } = options
      const members = { title, slug, description }
      const body = requireEdits('edit', members, '--title, --slug or --description')
      const edited = await withApi(cli, options, async (api) => {
        const { id } = await getRecord(api, named)
        await api.send({ method: 'PATCH', path: `/api/v2/subjects/${id}/`, body })
        return getRecord(api, String(id))
      })
      printRecord(cli, edited)
    })

export const mergeSubjectsCommand: CommandFactory = (cli) =>
  new Command('merge')
    .description('Move the tags, geometries and activity of a subject to another, and delete it')
    .argument('<from>', 'Subject to delete: id, slug or Wikidata item')
    .argument('<into>', 'Subject to keep')
    .option('--dry-run', 'Only show what would change')
    .addOption(createPlaceOption('POST /api/v2/subjects/:id/merge/'))
    .action(async (from, into, options) => {
      const { dryRun } = options
      if (!dryRun) requireYes(cli, 'Merging subjects')
      const { mergedSubject } = await import('../../../core/contract/subject.ts')
      const { getRecord } = await import('./get-record.ts')
      await withApi(cli, options, async (api) => {
        const [old, kept] = [await getRecord(api, from), await getRecord(api, into)]
        const question = `Merge ${old.title} (${formatCount(old.images, 'image')}) into ${kept.title} and delete it?`
        if (!dryRun && !(await confirm(cli, question))) return tell(cli, 'Nothing was merged.')
        const path = `/api/v2/subjects/${old.id}/merge/${dryRun ? '?dry_run=true' : ''}`
        const request = { method: 'POST', path, body: { into: kept.id } } as const
        const { merged } = await api.send(request, mergedSubject)
        const state = dryRun ? 'would_merge' : 'merged'
        printRecord(cli, { state, removed: old.slug, subject: kept.slug, ...merged })
      })
    })

function describe(subjects: readonly { title: string }[]): string {
  return subjects.length === 1 ? (subjects[0]?.title ?? '') : `${subjects.length} subjects`
}

export const removeSubjectsCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Delete subjects with their geometries')
    .argument('<subject...>', 'Ids, slugs or Wikidata items; - reads them from stdin')
    .option('--untag', 'Also remove them from their images')
    .option('--dry-run', 'Only show what would be removed')
    .addOption(createPlaceOption('DELETE /api/v2/subjects/:id/'))
    .action(async (given, { untag, dryRun, ...options }) => {
      if (!dryRun) requireYes(cli, 'Removing subjects')
      const names = await readArguments(cli, given)
      const { getRecords } = await import('./get-record.ts')
      await withApi(cli, options, async (api) => {
        const subjects = await getRecords(api, names)
        const removeAll = async (isDry: boolean) => {
          const query = `?untag=${untag === true}&dry_run=${isDry}`
          for (const { id } of subjects) {
            const request = { method: 'DELETE', path: `/api/v2/subjects/${id}/${query}` } as const
            await sendInTurn(cli, api, request)
          }
        }
        // Before any is removed, so that an error removes none.
        await removeAll(true)
        const tags = subjects.reduce((sum, { images }) => sum + images, 0)
        const question = `Remove ${describe(subjects)}, and ${tags} tags of images?`
        if (!dryRun && !(await confirm(cli, question))) return tell(cli, 'Nothing was removed.')
        if (!dryRun) await removeAll(false)
        const state = dryRun ? 'would_remove' : 'removed'
        const rows = subjects.map(({ id, slug, title, images: untagged }) => {
          return { state, id, slug, title, untagged }
        })
        print(cli, rows, ['state', 'id', 'slug', 'title', 'untagged'])
      })
    })

const { subject } = RESOURCES

export const subjectCommands = createCommandGroup('subject', subject.description, [
  createListCommand(subject),
  createGetCommand(subject),
  subjectGeometryCommand,
  createRecordsCommand('records'),
  showSubjectCommand,
  addSubjectsCommand,
  editSubjectCommand,
  mergeSubjectsCommand,
  removeSubjectsCommand,
])
