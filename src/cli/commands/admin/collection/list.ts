import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { presentCollection } from './present-collection.ts'

interface Options extends DataOption {
  source?: string
}

async function runListCollections(cli: Cli, { source, ...options }: Options): Promise<void> {
  const { listHostCollections } = await import('../../../../core/queries/host-collections.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  const collections = await withCatalog(cli, options, async ({ reads }) => {
    const sourceId = source === undefined ? undefined : await getSourceId(reads, source)
    return listHostCollections(reads, sourceId)
  })
  const columns = ['id', 'slug', 'name', 'source', 'public', 'visible', 'images']
  print(cli, collections.map(presentCollection), columns)
}

export const listCollectionsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List all collections, hidden ones too')
    .option('--source <id or slug>', 'Only the collections of this source')
    .addOption(createDataOption())
    .action((options) => runListCollections(cli, options))
