import { Command } from '@commander-js/extra-typings'
import type { SettingName } from '../../../core/model/setting-names.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord, printText } from '../../terminal/output.ts'
import { readSetting } from './read-settings.ts'
import { createSettingArgument } from './setting-name.ts'
import { tellPendingMilestones } from './tell-pending-milestones.ts'

async function runGetSetting(cli: Cli, name: SettingName, options: Placed): Promise<void> {
  const setting = await withApi(cli, options, (api) => readSetting(api, name))
  tellPendingMilestones(cli, [setting])
  const { value } = setting
  if (cli.globals.output !== 'human') printRecord(cli, { name, value })
  else printText(cli, typeof value === 'string' ? value : JSON.stringify(value))
}

export const getSettingCommand: CommandFactory = (cli) =>
  new Command('get')
    .description('Print the value of a setting')
    .addArgument(createSettingArgument())
    .addOption(createPlaceOption())
    .action((name, options) => runGetSetting(cli, name, options))
