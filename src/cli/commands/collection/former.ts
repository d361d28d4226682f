import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { print, printRecord } from '../../terminal/output.ts'
import { createSourceOption, type SourceOption } from './source-option.ts'

/** The former `catalog admin collection list` and `show`, whose rows have other members than those of the API. */

async function runListCollections(cli: Cli, options: Placed<SourceOption>): Promise<void> {
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
}

async function runShowCollection(
  cli: Cli,
  named: string,
  options: Placed<SourceOption>,
): Promise<void> {
  const { createDescriber, getCollection } = await import('./describe-collection.ts')
  const shown = await withApi(cli, options, async (api) =>
    createDescriber(api)(await getCollection(api, named, options.source)),
  )
  printRecord(cli, shown)
}

export const listAllCollectionsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List all collections, hidden ones too')
    .option('--source <id or slug>', 'Only the collections of this source')
    .addOption(createPlaceOption())
    .action((options) => runListCollections(cli, options))

export const showCollectionCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a collection')
    .argument('<id or slug>', 'Collection to show')
    .addOption(createSourceOption())
    .addOption(createPlaceOption())
    .action((named, options) => runShowCollection(cli, named, options))
