import { isDeepStrictEqual } from 'node:util'
import { Argument, Command } from '@commander-js/extra-typings'
import { notFound } from '../../core/base/errors.ts'
import type { Setting } from '../../core/contract/settings.ts'
import { SETTING_NAMES, type SettingName } from '../../core/model/setting-names.ts'
import type { Cli } from '../cli.ts'
import type { ResourceApi, ApiRequest } from '../client/api.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createPlaceOption, withApi, type Placed } from '../host/with-api.ts'
import { tell, print, printRecord, printText } from '../terminal/output.ts'

function createSettingArgument() {
  return new Argument('<name>', 'Setting').choices(SETTING_NAMES)
}

async function readSettings(api: ResourceApi): Promise<Setting[]> {
  const { settings } = await import('../../core/contract/settings.ts')
  return api.get('/api/v2/settings/', settings)
}

async function readSetting(api: ResourceApi, name: SettingName): Promise<Setting> {
  const setting = (await readSettings(api)).find((one) => one.name === name)
  if (!setting) throw notFound(`The instance does not have the setting ${name}.`)
  return setting
}

/** Tells the user if new milestones are not applied to all past events yet. */
function tellPendingMilestones(cli: Cli, settings: readonly Setting[]): void {
  if (!settings.some(({ pending }) => pending)) return
  tell(
    cli,
    'New milestones are being applied to past events. A running server does it, or catalog admin job run.',
  )
}

const listSettingsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the settings of the catalog with the values in effect')
    .addOption(createPlaceOption())
    .action(async (options) => {
      const settings = await withApi(cli, options, readSettings)
      tellPendingMilestones(cli, settings)
      const rows = settings.map(({ name, value, meaning, is_default }) => ({
        name,
        value,
        meaning,
        default: is_default,
      }))
      print(cli, rows, ['name', 'value', 'default', 'meaning'])
    })

const getSettingCommand: CommandFactory = (cli) =>
  new Command('get')
    .description('Print the value of a setting')
    .addArgument(createSettingArgument())
    .addOption(createPlaceOption())
    .action(async (name, options) => {
      const setting = await withApi(cli, options, (api) => readSetting(api, name))
      tellPendingMilestones(cli, [setting])
      const { value } = setting
      if (cli.globals.output !== 'human') printRecord(cli, { name, value })
      else printText(cli, typeof value === 'string' ? value : JSON.stringify(value))
    })

interface Change {
  name: SettingName
  /** Undefined restores the default. */
  text: string | undefined
}

async function runChangeSetting(cli: Cli, change: Change, options: Placed): Promise<void> {
  const { name } = change
  const request = await createRequest(change)
  const [before, after] = await withApi(cli, options, async (api) => {
    const before = await readSetting(api, name)
    await api.send(request)
    return [before, await readSetting(api, name)] as const
  })
  const { value, is_default } = after
  const changed = before.is_default !== is_default || !isDeepStrictEqual(before.value, value)
  printRecord(cli, { name, value, default: is_default, changed })
  tellPendingMilestones(cli, [after])
}

async function createRequest({ name, text }: Change): Promise<ApiRequest> {
  const { parseSetting } = await import('../../core/contract/settings.ts')
  const path = `/api/v2/settings/${name}/`
  if (text === undefined) return { method: 'DELETE', path }
  return { method: 'PUT', path, body: { value: parseSetting(name, text) } }
}

const setSettingCommand: CommandFactory = (cli) =>
  new Command('set')
    .description('Change a setting; no restart is needed')
    .addArgument(createSettingArgument())
    .argument('<value>', 'New value; milestones as JSON')
    .addOption(createPlaceOption('PUT /api/v2/settings/:name/'))
    .action((name, text, options) => runChangeSetting(cli, { name, text }, options))

const resetSettingCommand: CommandFactory = (cli) =>
  new Command('reset')
    .description('Restore the default of a setting')
    .addArgument(createSettingArgument())
    .addOption(createPlaceOption('DELETE /api/v2/settings/:name/'))
    .action((name, options) => runChangeSetting(cli, { name, text: undefined }, options))

export const settingCommands = createCommandGroup('setting', 'Manage the settings of the catalog', [
  listSettingsCommand,
  getSettingCommand,
  setSettingCommand,
  resetSettingCommand,
])
