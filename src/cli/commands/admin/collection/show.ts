import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { presentCollection } from './present-collection.ts'
import { createSourceOption, type CollectionOptions } from './source-option.ts'

async function runShowCollection(
  cli: Cli,
  named: string,
  options: CollectionOptions,
): Promise<void> {
  const { getCollectionId } = await import('../../../../core/queries/collection-id.ts')
  const { getHostCollection } = await import('../../../../core/queries/host-collections.ts')
  const collection = await withCatalog(cli, options, async ({ reads }) =>
    getHostCollection(reads, await getCollectionId(reads, named, options.source)),
  )
  printRecord(cli, presentCollection(collection))
}

export const showCollectionCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a collection')
    .argument('<id or slug>', 'Collection to show')
    .addOption(createSourceOption())
    .addOption(createDataOption())
    .action((named, options) => runShowCollection(cli, named, options))
