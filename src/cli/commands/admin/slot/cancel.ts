import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, print } from '../../../terminal/output.ts'
import { readArguments } from '../../../options/read-arguments.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

async function runCancelSlots(cli: Cli, slotIds: string[], options: DataOption): Promise<void> {
  const { cancelSlots } = await import('../../../../core/writes/imports/cancel-slots.ts')
  const { runUseCase } = await import('../../../../core/writes/run/run-use-case.ts')
  const words = await readArguments(cli, slotIds)
  const ids = [...new Set(words.map((id) => id.toLowerCase()))]
  const { result: ended } = await withCatalog(cli, options, (catalog, { hostUser }) =>
    runUseCase(catalog, cancelSlots, { actor: { hostUser }, request: { slot_ids: ids } }),
  )
  const rows = ended.map((id) => ({ id, state: 'cancelled' }))
  print(cli, rows, ['id', 'state'])
  const rest = ids.length - ended.length
  if (rest > 0) hint(cli, `${rest} not canceled: unknown, in use, consumed, or canceled before.`)
}

export const cancelSlotsCommand: CommandFactory = (cli) =>
  new Command('cancel')
    .description('Cancel slots of any user and delete the files uploaded to them')
    .argument('<id...>', 'Slot ids, or - to read them from standard input')
    .addOption(createDataOption())
    .action((ids, options) => runCancelSlots(cli, ids, options))
