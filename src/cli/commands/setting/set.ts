import { isDeepStrictEqual } from 'node:util'
import { Command } from '@commander-js/extra-typings'
import type { SettingName } from '../../../core/model/setting-names.ts'
import type { ApiRequest } from '../../client/api.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'
import { readSetting } from './read-settings.ts'
import { createSettingArgument } from './setting-name.ts'
import { tellPendingMilestones } from './tell-pending-milestones.ts'

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
  const { parseSetting } = await import('../../../core/contract/settings.ts')
  const path = `/api/v2/settings/${name}/`
  if (text === undefined) return { method: 'DELETE', path }
  return { method: 'PUT', path, body: { value: parseSetting(name, text) } }
}

export const setSettingCommand: CommandFactory = (cli) =>
  new Command('set')
    .description('Change a setting; no restart is needed')
    .addArgument(createSettingArgument())
    .argument('<value>', 'New value; milestones as JSON')
    .addOption(createPlaceOption('PUT /api/v2/settings/:name/'))
    .action((name, text, options) => runChangeSetting(cli, { name, text }, options))

export const resetSettingCommand: CommandFactory = (cli) =>
  new Command('reset')
    .description('Restore the default of a setting')
    .addArgument(createSettingArgument())
    .addOption(createPlaceOption('DELETE /api/v2/settings/:name/'))
    .action((name, options) => runChangeSetting(cli, { name, text: undefined }, options))
