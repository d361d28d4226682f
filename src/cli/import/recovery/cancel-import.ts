import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { openSession } from '../../login/session.ts'
import { releaseSlots } from '../transfer/cancel-slots.ts'
import { openJournal } from '../journal/journal.ts'
import { PLANNED } from '../journal/row-state-machine.ts'
import type { JournalReader } from '../journal/journal-reader.ts'
import { openSingleAccountApi } from '../../client/single-account-api.ts'

/**
 * Releases the slots of rows that were never committed. The next run resolves rows that may have an image.
 * @throws CatalogError kind `unavailable` if the instance does not respond
 */
export async function cancelImport(
  cli: Cli,
  { folder, batch }: JournalReader,
): Promise<{ slots: number; released: number }> {
  const { manifest, instance } = batch
  await using journal = await openJournal({ folder, manifest, instance, now: cli.clock.now() })
  const { api, identity } = await openSingleAccountApi(cli, await openSession(cli))
  const rows = [...journal.readAllRows(['slotted', 'uploaded'])].filter(
    ({ rowState }) => !rowState.hasUnresolvedCommit && rowState.account === identity.map_id,
  )
  const slots = rows.flatMap(({ rowState }) => rowState.slot ?? [])
  const released = await releaseSlots({ api }, slots)
  if (released === undefined) {
    throw new CatalogError(
      'unavailable',
      'The slots could not be released: the instance did not respond. Try again later.',
    )
  }
  await Promise.all(rows.map((row) => journal.saveRow({ ...row, rowState: PLANNED })))
  return { slots: slots.length, released }
}
