import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import {
  expireSlots,
  deleteReapedSlots,
  listReapableSlots,
  markReaped,
} from '../writes/imports/reaped-slots.ts'
import { SLOT_RETENTION_SECONDS } from '../base/limits.ts'
import { incomingKey } from '../storage/keys.ts'
import { moveToTrash } from '../stored-files/trash.ts'
import { inBatches } from '../base/batches.ts'

/** Time after the expiry of a slot in which an upload or a commit that started in time may still use it. */
const LATE_SECONDS = 60 * 60

const BATCH_SIZE = 500
const DELETED_PER_RUN = 5000

/**
 * Deletes the uploads of slots that expired `lateSeconds` ago, and moves the files of unfinished commits to the trash. The
 * rows stay for a while, so that their owners can learn their state, and are deleted later.
 * @returns the number of slots whose files were deleted
 */
export async function reapSlots(
  catalog: { clock: Clock; storage: ObjectStore } & Pick<Store, 'reads' | 'write'>,
  lateSeconds = LATE_SECONDS,
): Promise<number> {
  const now = catalog.clock.now()
  const before = now - lateSeconds * MICROS_PER_SECOND
  await catalog.write((tx) => expireSlots(tx, { before, now }))
  const reaped = await inBatches(BATCH_SIZE, (limit) => reapBatch(catalog, { before, limit }))
  const old = { before: now - SLOT_RETENTION_SECONDS * MICROS_PER_SECOND, limit: DELETED_PER_RUN }
  await catalog.write((tx) => deleteReapedSlots(tx, old))
  return reaped
}

async function reapBatch(
  {
    reads,
    storage,
    write,
    clock,
  }: { clock: Clock; storage: ObjectStore } & Pick<Store, 'reads' | 'write'>,
  expired: { before: Micros; limit: number },
): Promise<number> {
  const unfinished = { movedAt: clock.now(), reason: 'unfinished' } as const
  const slots = await listReapableSlots(reads, expired)
  for (const { id, pending_key: pendingKey } of slots) {
    await storage.remove(incomingKey(id))
    if (pendingKey !== null) await moveToTrash(storage, pendingKey, unfinished)
  }
  const ids = slots.map(({ id }) => id)
  if (ids.length > 0) await write((tx) => markReaped(tx, ids, clock.now()))
  return slots.length
}
