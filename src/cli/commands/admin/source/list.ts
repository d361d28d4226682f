import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { presentSource } from './present-source.ts'

async function runListSources(cli: Cli, options: DataOption): Promise<void> {
  const { listHostSources } = await import('../../../../core/queries/host-collections.ts')
  const sources = await withCatalog(cli, options, ({ reads }) => listHostSources(reads))
  const columns = ['id', 'slug', 'name', 'public', 'collections', 'images']
  print(cli, sources.map(presentSource), columns)
}

export const listSourcesCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List all sources, hidden ones too')
    .addOption(createDataOption())
    .action((options) => runListSources(cli, options))
