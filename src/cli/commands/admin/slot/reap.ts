import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseDuration } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

const FIFTEEN_MINUTES = 15 * 60

async function runReapSlots(cli: Cli, options: DataOption & { olderThan: number }): Promise<void> {
  const { reapSlots } = await import('../../../../core/jobs/reap-slots.ts')
  const reaped = await withCatalog(cli, options, (catalog) => reapSlots(catalog, options.olderThan))
  printRecord(cli, { reaped })
}

export const reapSlotsCommand: CommandFactory = (cli) =>
  new Command('reap')
    .description('Delete uploads of expired slots; the server does this an hour after expiry')
    .addOption(
      new Option('--older-than <duration>', 'Minimum time since the slot expired')
        .argParser(parseDuration)
        .default(FIFTEEN_MINUTES, '15m'),
    )
    .addOption(createDataOption())
    .action((options) => runReapSlots(cli, options))
