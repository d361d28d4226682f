import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { tellPendingMilestones } from './tell-pending-milestones.ts'

async function runListSettings(cli: Cli, options: DataOption): Promise<void> {
  const { listSettings } = await import('../../../../core/queries/settings.ts')
  const settings = await withCatalog(cli, options, async ({ reads }) => {
    await tellPendingMilestones(cli, reads)
    return listSettings(reads)
  })
  const rows = settings.map(({ isDefault, ...setting }) => ({ ...setting, default: isDefault }))
  print(cli, rows, ['name', 'value', 'default', 'meaning'])
}

export const listSettingsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the settings of the catalog with the values in effect')
    .addOption(createDataOption())
    .action((options) => runListSettings(cli, options))
