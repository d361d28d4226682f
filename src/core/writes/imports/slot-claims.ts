import type { Micros } from '../../base/clock.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Tx } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'

/** A slot and the user who must own it. */
export interface SlotOwner {
  slotId: string
  userId: number
}

/** A lease on a slot. The random `lease` identifies its holder. */
interface SlotClaim extends SlotOwner {
  lease: string
  now: Micros
  /** When the lease ends: another request may then claim the slot, because its holder must have crashed. */
  until: Micros
}

/** Claims a slot. Returns undefined if it is unknown, of another user, not pending, expired or claimed. */
export async function claimSlot(tx: Tx, request: SlotClaim): Promise<Row<'slot'> | undefined> {
  return (await updateClaim(tx, request))[0]
}

const updateClaim = preparedQuery((tx: Tx, request: Params<SlotClaim>) =>
  tx
    .updateTable('slot')
    .set({ lease: request.lease, leased_until: request.until })
    .where('id', '=', request.slotId)
    .where('user_id', '=', request.userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', request.now)
    .where((slot) => slot.or([slot('lease', 'is', null), slot('leased_until', '<=', request.now)]))
    .returningAll(),
)

/** Reserves an image id for a slot. A separate table issues the ids, so that none is ever reused. */
export async function reserveImageId(tx: Tx, slot: Row<'slot'>): Promise<number> {
  if (slot.image_id !== null) return slot.image_id
  const [reserved] = await insertImageId(tx, {})
  if (!reserved) throw new Error('the database issued no image id')
  await updateImageId(tx, { id: slot.id, imageId: reserved.id })
  return reserved.id
}

const insertImageId = preparedQuery((tx: Tx) =>
  tx.insertInto('image_id').defaultValues().returning('id'),
)

const updateImageId = preparedQuery(
  (tx: Tx, { id, imageId }: Params<{ id: string; imageId: number }>) =>
    tx.updateTable('slot').set({ image_id: imageId }).where('id', '=', id),
)

/** Records the final key before the file gets it, so that the file can be removed if this attempt fails. */
export const recordPendingKey = preparedQuery(
  (tx: Tx, { slotId, pendingKey }: Params<{ slotId: string; pendingKey: string }>) =>
    tx.updateTable('slot').set({ pending_key: pendingKey }).where('id', '=', slotId),
)

/** Releases a claimed slot. Does nothing if the claim has been lost. */
export async function releaseSlot(tx: Tx, slotId: string, lease: string): Promise<void> {
  await tx
    .updateTable('slot')
    .set(NO_LEASE)
    .where('id', '=', slotId)
    .where('lease', '=', lease)
    .execute()
}

/** Marks the slot as consumed for the image. Returns false if the claim has been lost. */
export async function consumeSlot(
  tx: Tx,
  slotId: string,
  { lease, imageId }: { lease: string; imageId: number },
): Promise<boolean> {
  return (await updateConsumed(tx, { slotId, lease, imageId })).length > 0
}

const NO_LEASE = { lease: null, leased_until: null }

const updateConsumed = preparedQuery(
  (
    tx: Tx,
    { slotId, lease, imageId }: Params<{ slotId: string; lease: string; imageId: number }>,
  ) =>
    tx
      .updateTable('slot')
      .set({ ...NO_LEASE, state: 'consumed', image_id: imageId, pending_key: null })
      .where('id', '=', slotId)
      .where('lease', '=', lease)
      .where('state', '=', 'pending')
      .returning('id'),
)

/** Releases slots that a crashed process had claimed. Only the server of the catalog may call this. */
export async function releaseAllSlots(tx: Tx): Promise<void> {
  await tx.updateTable('slot').set(NO_LEASE).where('lease', 'is not', null).execute()
}

interface Cancellation {
  slotIds: string[]
  /** The user who must own the slots; null for any user. */
  userId: number | null
  now: Micros
}

/**
 * Cancels slots that are pending or expired and not in use.
 * @returns the ids of the canceled slots
 */
export async function markSlotsCancelled(
  tx: Tx,
  { slotIds, userId, now }: Cancellation,
): Promise<string[]> {
  const cancelled = await tx
    .updateTable('slot')
    .set({ ...NO_LEASE, state: 'cancelled' })
    .where('id', 'in', slotIds)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .where('state', 'in', ['pending', 'expired'])
    .where((slot) => slot.or([slot('lease', 'is', null), slot('leased_until', '<=', now)]))
    .returning('id')
    .execute()
  return cancelled.map(({ id }) => id)
}
