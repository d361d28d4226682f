import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

async function runListLicenses(cli: Cli, options: DataOption): Promise<void> {
  const { listLicenses } = await import('../../../../core/queries/licenses.ts')
  const licenses = await withCatalog(cli, options, ({ reads }) => listLicenses(reads))
  print(cli, licenses, ['id', 'name', 'display_name', 'permalink'])
}

export const listLicensesCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the licenses')
    .addOption(createDataOption())
    .action((options) => runListLicenses(cli, options))
