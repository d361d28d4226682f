import { Command } from '@commander-js/extra-typings'
import type { SettingName } from '../../../../core/model/setting-names.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { createSettingArgument } from './setting-name.ts'
import { tellPendingMilestones } from './tell-pending-milestones.ts'

interface Change {
  name: SettingName
  /** Undefined restores the default. */
  text: string | undefined
}

async function runChangeSetting(
  cli: Cli,
  { name, text }: Change,
  options: DataOption,
): Promise<void> {
  const { writeSetting } = await import('../../../../core/writes/settings.ts')
  const { parseSetting } = await import('../../../../core/contract/settings.ts')
  const { listSettings } = await import('../../../../core/queries/settings.ts')
  const value = text === undefined ? undefined : parseSetting(name, text)
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const context = { actor, now: clock.now() }
    const changed = await write((tx) => writeSetting(tx, { name, value }, context))
    const settings = await listSettings(reads)
    const current = settings.find((setting) => setting.name === name)
    printRecord(cli, { name, value: current?.value, default: current?.isDefault, changed })
    if (name === 'milestones') await tellPendingMilestones(cli, reads)
  })
}

export const setSettingCommand: CommandFactory = (cli) =>
  new Command('set')
    .description('Change a setting; no restart is needed')
    .addArgument(createSettingArgument())
    .argument('<value>', 'New value; milestones as JSON')
    .addOption(createDataOption())
    .action((name, text, options) => runChangeSetting(cli, { name, text }, options))

export const resetSettingCommand: CommandFactory = (cli) =>
  new Command('reset')
    .description('Restore the default of a setting')
    .addArgument(createSettingArgument())
    .addOption(createDataOption())
    .action((name, options) => runChangeSetting(cli, { name, text: undefined }, options))
