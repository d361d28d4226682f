import { Option, Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { deleteObject } from '../../client/delete-object.ts'
import { setPublic, tellWhatRemains, type PublicChange } from '../../client/set-public.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createDryRunOption, requireYes } from '../../terminal/confirm.ts'
import { printRecord, hint, print } from '../../terminal/output.ts'
import { chooseSlug, selectEdits } from '../../options/edit-options.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'

/** Options of a command that takes a collection by id or slug. */
interface SourceOption {
  source?: string
}

function createSourceOption() {
  return new Option(
    '--source <id or slug>',
    'Source of the collection, if several share its slug; or write source/collection',
  )
}

const createCollectionCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create a collection, which is hidden unless --public is given')
    .requiredOption('--source <id or slug>', 'Source of the collection')
    .requiredOption('--name <name>', 'Name of the collection', parseNonBlank)
    .option('--slug <slug>', 'Slug for addresses (default: derived from the name)')
    .option('--site-url <address>', 'Page of the collection on the website of the archive')
    .option('--description <text>', 'Description')
    .option('--public', 'Make it public; its source must be public too')
    .addOption(createPlaceOption('POST /api/v2/collections/'))
    .action(async (options) => {
      const { z } = await import('zod')
      const { getSource } = await import('../source/describe-source.ts')
      const { name, siteUrl: url, description, public: isPublic } = options
      const members = { name, slug: chooseSlug(options), url, description, public: isPublic }
      const created = await withApi(cli, options, async (api) => {
        const { id: source } = await getSource(api, options.source)
        const body = { ...members, source }
        const request = { method: 'POST', path: '/api/v2/collections/', body } as const
        return api.send(request, z.looseObject({ id: z.int() }))
      })
      printRecord(cli, created)
    })

const editCollectionCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a collection; other members stay as they are')
    .argument('<id or slug>', 'Collection to change')
    .option('--name <name>', 'Name of the collection')
    .option('--slug <slug>', 'Slug for addresses')
    .option('--site-url <address>', 'Page on the website of the archive; "" removes it')
    .option('--description <text>', 'Description; "" removes it')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('PATCH /api/v2/collections/:id/'))
    .action(async (named, options) => {
      const { z } = await import('zod')
      const { createDescriber, getCollection } = await import('./describe-collection.ts')
      const body = selectEdits(options)
      const edited = await withApi(cli, options, async (api) => {
        const { path } = await getCollection(api, named, options.source)
        return createDescriber(api)(await api.send({ method: 'PATCH', path, body }, z.unknown()))
      })
      printRecord(cli, edited)
    })

async function runSetPublic(
  cli: Cli,
  change: PublicChange,
  options: Placed<SourceOption>,
): Promise<void> {
  const { createDescriber, getCollection } = await import('./describe-collection.ts')
  const { source, ...place } = options
  const rows = await setPublic(cli, change, {
    ...place,
    get: (api, named) => getCollection(api, named, source),
    createDescriber,
  })
  print(cli, rows, ['id', 'slug', 'name', 'source', 'public', 'visible', 'changed'])
  const hidden = rows.filter((row) => row.public && !row.visible)
  for (const source of new Set(hidden.map((row) => row.source))) {
    hint(
      cli,
      `The source ${source} is hidden. To show its collections: catalog source publish ${source}`,
    )
  }
}

const publishCollectionCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Make collections public; their sources must be public too')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('PATCH /api/v2/collections/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, options))

const hideCollectionCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide collections with all their images from the public')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('PATCH /api/v2/collections/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: false }, options))

const moveCollectionCommand: CommandFactory = (cli) =>
  new Command('move')
    .description('Move a collection with its images to another source')
    .argument('<id or slug>', 'Collection to move')
    .requiredOption('--to <id or slug>', 'Source that it belongs to from now on')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('POST /api/v2/collections/:id/move/'))
    .action(async (named, options) => {
      const { z } = await import('zod')
      const { getSource } = await import('../source/describe-source.ts')
      const { createDescriber, getCollection } = await import('./describe-collection.ts')
      const moved = await withApi(cli, options, async (api) => {
        const { path } = await getCollection(api, named, options.source)
        const { id: source } = await getSource(api, options.to)
        const request = { method: 'POST', path: `${path}move/`, body: { source } } as const
        return createDescriber(api)(await api.send(request, z.unknown()))
      })
      printRecord(cli, moved)
      if (moved.public && !moved.visible) tellWhatRemains(cli)
    })

const announceCollectionCommand: CommandFactory = (cli) =>
  new Command('announce')
    .description('Announce a collection in the activity feed, once')
    .argument('<id or slug>', 'Collection to announce')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('POST /api/v2/collections/:id/announce/'))
    .action(async (named, options) => {
      const { announcement } = await import('../../../core/contract/edit-source.ts')
      const { getCollection } = await import('./describe-collection.ts')
      const announced = await withApi(cli, options, async (api) => {
        const { id, name, path } = await getCollection(api, named, options.source)
        const request = { method: 'POST', path: `${path}announce/` } as const
        const { announced_at } = await api.send(request, announcement)
        return { id, name, announced_at }
      })
      printRecord(cli, announced)
    })

const deleteCollectionCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete a collection without images')
    .argument('<id or slug>', 'Collection to delete')
    .addOption(createSourceOption())
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/collections/:id/'))
    .action(async (named, options) => {
      const isDryRun = options.dryRun === true
      if (!isDryRun) requireYes(cli, 'Deleting a collection')
      const { getCollection } = await import('./describe-collection.ts')
      await withApi(cli, options, async (api) => {
        const { path, id, slug, name, source } = await getCollection(api, named, options.source)
        const record = { id, slug, name, source: source.slug }
        const what = `the collection ${name}`
        await deleteObject(cli, api, { path, what, record, verb: 'delete', isDryRun })
      })
    })

/** The former `catalog admin collection list`. Its rows have other members than those of the API. */
const listAllCollectionsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List all collections, hidden ones too')
    .option('--source <id or slug>', 'Only the collections of this source')
    .addOption(createPlaceOption())
    .action(async (options) => {
      const { createDescriber } = await import('./describe-collection.ts')
      const { getSource } = await import('../source/describe-source.ts')
      const { readAll } = await import('../../reading/read-pages.ts')
      const { source } = options
      const rows = await withApi(cli, options, async (api) => {
        const filter = source !== undefined && { source: String((await getSource(api, source)).id) }
        return readAll(api, '/api/v2/collections/', {
          query: { ordering: 'name', ...filter },
          describe: createDescriber(api),
        })
      })
      print(cli, rows, ['id', 'slug', 'name', 'source', 'public', 'visible', 'images'])
    })

/** The former `catalog admin collection show`. */
const showCollectionCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a collection')
    .argument('<id or slug>', 'Collection to show')
    .addOption(createSourceOption())
    .addOption(createPlaceOption())
    .action(async (named, options) => {
      const { createDescriber, getCollection } = await import('./describe-collection.ts')
      const shown = await withApi(cli, options, async (api) =>
        createDescriber(api)(await getCollection(api, named, options.source)),
      )
      printRecord(cli, shown)
    })

const { collection } = RESOURCES

const WRITES = [
  createCollectionCommand,
  editCollectionCommand,
  publishCollectionCommand,
  hideCollectionCommand,
  moveCollectionCommand,
  announceCollectionCommand,
  deleteCollectionCommand,
]

export const collectionCommands = createCommandGroup('collection', collection.description, [
  createListCommand(collection),
  createGetCommand(collection),
  ...WRITES,
])

/** The former `catalog admin collection`. */
export const formerCollectionCommands = createCommandGroup('collection', collection.description, [
  listAllCollectionsCommand,
  showCollectionCommand,
  ...WRITES,
])
