import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { deleteObject } from '../../client/delete-object.ts'
import { setPublic, type PublicChange } from '../../client/set-public.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createDryRunOption, requireYes } from '../../terminal/confirm.ts'
import { printRecord, print } from '../../terminal/output.ts'
import { chooseSlug, selectEdits } from '../../options/edit-options.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'

const createSourceCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create a source, which is hidden unless --public is given')
    .requiredOption('--name <name>', 'Name of the institution', parseNonBlank)
    .option('--slug <slug>', 'Slug for addresses (default: derived from the name)')
    .requiredOption('--site-url <address>', 'Website of the institution')
    .requiredOption('--description <text>', 'Description')
    .option('--public', 'Make it public')
    .addOption(createPlaceOption('POST /api/v2/sources/'))
    .action(async (options) => {
      const { z } = await import('zod')
      const { name, siteUrl: url, description, public: isPublic } = options
      const body = { name, slug: chooseSlug(options), url, description, public: isPublic }
      const request = { method: 'POST', path: '/api/v2/sources/', body } as const
      const created = z.looseObject({ id: z.int() })
      printRecord(cli, await withApi(cli, options, (api) => api.send(request, created)))
    })

const editSourceCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a source; other members stay as they are')
    .argument('<id or slug>', 'Source to change')
    .option('--name <name>', 'Name of the institution')
    .option('--slug <slug>', 'Slug for addresses')
    .option('--site-url <address>', 'Website of the institution; "" removes it')
    .option('--description <text>', 'Description; "" removes it')
    .addOption(createPlaceOption('PATCH /api/v2/sources/:id/'))
    .action(async (named, options) => {
      const { z } = await import('zod')
      const { createDescriber, getSource } = await import('./describe-source.ts')
      const body = selectEdits(options)
      const edited = await withApi(cli, options, async (api) => {
        const { path } = await getSource(api, named)
        return createDescriber(api)(await api.send({ method: 'PATCH', path, body }, z.unknown()))
      })
      printRecord(cli, edited)
    })

async function runSetPublic(cli: Cli, change: PublicChange, options: Placed): Promise<void> {
  const { createDescriber, getSource: get } = await import('./describe-source.ts')
  const rows = await setPublic(cli, change, { ...options, get, createDescriber })
  print(cli, rows, ['id', 'slug', 'name', 'public', 'changed'])
}

const publishSourceCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Make sources public, with those of their collections that are public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createPlaceOption('PATCH /api/v2/sources/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, options))

const hideSourceCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide sources with all their collections and images from the public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createPlaceOption('PATCH /api/v2/sources/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: false }, options))

const deleteSourceCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete a source without collections')
    .argument('<id or slug>', 'Source to delete')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/sources/:id/'))
    .action(async (named, options) => {
      const isDryRun = options.dryRun === true
      if (!isDryRun) requireYes(cli, 'Deleting a source')
      const { getSource } = await import('./describe-source.ts')
      await withApi(cli, options, async (api) => {
        const { path, id, slug, name } = await getSource(api, named)
        const record = { id, slug, name }
        const what = `the source ${name}`
        await deleteObject(cli, api, { path, what, record, verb: 'delete', isDryRun })
      })
    })

/** The former `catalog admin source list`. Its rows have other members than those of the API. */
const listAllSourcesCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List all sources, hidden ones too')
    .addOption(createPlaceOption())
    .action(async (options) => {
      const { readAll } = await import('../../reading/read-pages.ts')
      const { countAll, createDescriber } = await import('./describe-source.ts')
      const rows = await withApi(cli, options, async (api) => {
        const describe = createDescriber(api, await countAll(api))
        return readAll(api, '/api/v2/sources/', { query: {}, describe })
      })
      print(cli, rows, ['id', 'slug', 'name', 'public', 'collections', 'images'])
    })

/** The former `catalog admin source show`. */
const showSourceCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a source')
    .argument('<id or slug>', 'Source to show')
    .addOption(createPlaceOption())
    .action(async (named, options) => {
      const { createDescriber, getSource } = await import('./describe-source.ts')
      const shown = await withApi(cli, options, async (api) =>
        createDescriber(api)(await getSource(api, named)),
      )
      printRecord(cli, shown)
    })

const { source } = RESOURCES

const WRITES = [
  createSourceCommand,
  editSourceCommand,
  publishSourceCommand,
  hideSourceCommand,
  deleteSourceCommand,
]

export const sourceCommands = createCommandGroup('source', source.description, [
  createListCommand(source),
  createGetCommand(source),
  ...WRITES,
])

/** The former `catalog admin source`. */
export const formerSourceCommands = createCommandGroup('source', source.description, [
  listAllSourcesCommand,
  showSourceCommand,
  ...WRITES,
])
