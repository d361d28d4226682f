import { Command } from '@commander-js/extra-typings'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import { print, tell } from '../../terminal/output.ts'
import { readArguments } from '../../options/read-arguments.ts'

interface Options {
  untag?: true
  dryRun?: true
}

async function runRemoveSubjects(
  cli: Cli,
  given: readonly string[],
  { untag, dryRun, ...options }: Placed<Options>,
): Promise<void> {
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
}

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
    .action((names, options) => runRemoveSubjects(cli, names, options))
