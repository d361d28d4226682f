import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../output.ts'
import { dataOption, withCatalog, type DataOption } from './with-catalog.ts'

async function runLoad(cli: Cli, directory: string, options: DataOption): Promise<void> {
  const { loadDump } = await import('../../../core/dump/load.ts')
  const counts = await withCatalog(cli, options, (catalog) => loadDump(catalog, directory))
  print(
    cli,
    Object.entries(counts).map(([type, lines]) => ({ type, lines })),
    ['type', 'lines'],
  )
}

export const loadCommand: CommandFactory = (cli) =>
  new Command('load')
    .description('load such a folder into an empty catalogue, all of it or nothing')
    .argument('<dir>', 'folder that holds catalog.ndjson')
    .addOption(dataOption())
    .action((directory, options) => runLoad(cli, directory, options))
