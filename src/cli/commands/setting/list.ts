import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../terminal/output.ts'
import { readSettings } from './read-settings.ts'
import { tellPendingMilestones } from './tell-pending-milestones.ts'

async function runListSettings(cli: Cli, options: Placed): Promise<void> {
  const settings = await withApi(cli, options, readSettings)
  tellPendingMilestones(cli, settings)
  const rows = settings.map(({ name, value, meaning, is_default }) => ({
    name,
    value,
    meaning,
    default: is_default,
  }))
  print(cli, rows, ['name', 'value', 'default', 'meaning'])
}

export const listSettingsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the settings of the catalog with the values in effect')
    .addOption(createPlaceOption())
    .action((options) => runListSettings(cli, options))
