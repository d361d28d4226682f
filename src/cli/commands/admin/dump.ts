import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'

interface Options extends DataOption {
  files: boolean
}

async function runDump(cli: Cli, directory: string, options: Options): Promise<void> {
  const { dumpCatalog } = await import('../../../core/dump/dump.ts')
  const counts = await withCatalog(cli, options, (catalog) =>
    dumpCatalog(catalog, directory, { files: options.files }),
  )
  print(
    cli,
    Object.entries(counts).map(([type, lines]) => ({ type, lines })),
    ['type', 'lines'],
  )
}

export const dumpCommand: CommandFactory = (cli) =>
  new Command('dump')
    .description('Write the whole catalog to a folder, in a portable format')
    .argument('<dir>', 'New or empty folder')
    .option('--no-files', 'Leave out the image files')
    .addOption(createDataOption())
    .action((directory, options) => runDump(cli, directory, options))
