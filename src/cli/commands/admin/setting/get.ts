import { Command } from '@commander-js/extra-typings'
import type { SettingName } from '../../../../core/model/setting-names.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord, printText } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { createSettingArgument } from './setting-name.ts'
import { tellPendingMilestones } from './tell-pending-milestones.ts'

async function runGetSetting(cli: Cli, name: SettingName, options: DataOption): Promise<void> {
  const { listSettings } = await import('../../../../core/queries/settings.ts')
  const settings = await withCatalog(cli, options, async ({ reads }) => {
    if (name === 'milestones') await tellPendingMilestones(cli, reads)
    return listSettings(reads)
  })
  const value = settings.find((setting) => setting.name === name)?.value
  if (cli.globals.output !== 'human') printRecord(cli, { name, value })
  else printText(cli, typeof value === 'string' ? value : JSON.stringify(value))
}

export const getSettingCommand: CommandFactory = (cli) =>
  new Command('get')
    .description('Print the value of a setting')
    .addArgument(createSettingArgument())
    .addOption(createDataOption())
    .action((name, options) => runGetSetting(cli, name, options))
