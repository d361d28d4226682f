import { Command } from '@commander-js/extra-typings'
import {
  fileKeyOf,
  settingNames,
  type LoadedConfig,
  type SettingName,
} from '../../core/config/config.ts'
import { SETTINGS } from '../../core/config/settings.ts'
import type { CommandFactory } from '../command.ts'
import { loadSettings } from '../host/load-settings.ts'
import { print } from '../terminal/output.ts'
import { addSettingFlags } from './serve.ts'

/** Returns a setting's value, or `(secret)` in place of a secret. */
function redactValue({ config, secrets }: LoadedConfig, name: SettingName): unknown {
  if (!(name in secrets)) return (config as Record<string, unknown>)[name]
  return (secrets as Record<string, unknown>)[name] === null ? null : '(secret)'
}

export const configCommand: CommandFactory = (cli) =>
  addSettingFlags(
    new Command('config').description('Show the server settings and where each comes from'),
  ).action(async (flags) => {
    const loaded = await loadSettings(cli, flags)
    const rows = settingNames().map((name) => ({
      setting: fileKeyOf(name),
      value: redactValue(loaded, name),
      origin: loaded.origins[name],
      variable: SETTINGS[name].env,
      meaning: SETTINGS[name].meaning,
    }))
    print(cli, rows, ['setting', 'value', 'origin'])
  })
