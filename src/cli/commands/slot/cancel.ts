import { Command } from '@commander-js/extra-typings'
import { MAX_CANCELLED_SLOTS } from '../../../core/base/limits.ts'
import { declareEndpoints } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'

/** Cancels the slots, in several requests if there are many. */
async function runSlotCancel(cli: Cli, slots: string[]): Promise<void> {
  const { openApi } = await import('../../client/api.ts')
  const { openSession } = await import('../../login/session.ts')
  const { cancelResponse } = await import('../../import/check/response-schemas.ts')
  const { readSlotId } = await import('./read-slot.ts')
  const ids: string[] = []
  for (const slot of slots) ids.push(await readSlotId(cli, slot))
  const api = openApi(cli, await openSession(cli))
  let deleted = 0
  for (let from = 0; from < ids.length; from += MAX_CANCELLED_SLOTS) {
    const body = { slot_ids: ids.slice(from, from + MAX_CANCELLED_SLOTS) }
    const request = { method: 'POST' as const, path: '/api/v2/import/cancel/', body }
    deleted += (await api.send(request, cancelResponse)).deleted
  }
  printRecord(cli, { deleted })
}

export const slotCancelCommand: CommandFactory = (cli) =>
  declareEndpoints(new Command('cancel'), 'POST /api/v2/import/cancel/')
    .description('Cancel slots and delete the files uploaded to them')
    .argument('<slot...>', 'Slot ids, or files with the output of `catalog slot request --json`')
    .action((slots) => runSlotCancel(cli, slots))
