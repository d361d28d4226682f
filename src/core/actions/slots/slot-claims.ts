import type { Micros } from '../../clock.ts'
import { preparedQuery, type Params } from '../../db/prepared-query.ts'
import type { Reads, Tx } from '../../db/store.ts'
import type { Row } from '../../db/tables.ts'

/** Who asks for which slot. */
export interface SlotOwner {
  slotId: string
  userId: number
}

/** The right to use a slot up, for a while; `claim` proves it. */
export interface SlotClaim extends SlotOwner {
  claim: string
  now: Micros
  /** When somebody else may take the slot over, because whoever claimed it must have died. */
  until: Micros
}

/** Undefined when the slot is not there, not this user's, no longer pending, expired, or claimed by another. */
export async function claimSlot(tx: Tx, request: SlotClaim): Promise<Row<'slot'> | undefined> {
  return (await updateClaim(tx, request))[0]
}

const updateClaim = preparedQuery((tx: Tx, request: Params<SlotClaim>) =>
  tx
    .updateTable('slot')
    .set({ claim: request.claim, claimed_until: request.until })
    .where('id', '=', request.slotId)
    .where('user_id', '=', request.userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', request.now)
    .where((slot) => slot.or([slot('claim', 'is', null), slot('claimed_until', '<=', request.now)]))
    .returningAll(),
)

/** What is left to say of a slot of this user's; undefined when there is none, or it is somebody else's. */
export function findOwnSlot(
  reads: Reads | Tx,
  { slotId, userId }: SlotOwner,
): Promise<Row<'slot'> | undefined> {
  return reads
    .selectFrom('slot')
    .selectAll()
    .where('id', '=', slotId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Image ids are handed out by a table of their own, so that none is ever used twice. */
export async function reserveImageId(tx: Tx, slot: Row<'slot'>): Promise<number> {
  if (slot.image_id !== null) return slot.image_id
  const [reserved] = await insertImageId(tx, {})
  if (!reserved) throw new Error('no image id was handed out')
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

/** Notes where the file goes before it does, so that whatever becomes of this attempt it can be removed. */
export async function notePlacing(tx: Tx, slotId: string, placing: string): Promise<void> {
  await updatePlacing(tx, { slotId, placing })
}

const updatePlacing = preparedQuery(
  (tx: Tx, { slotId, placing }: Params<{ slotId: string; placing: string }>) =>
    tx.updateTable('slot').set({ placing }).where('id', '=', slotId),
)

/** Gives the slot back as it was; does nothing when the claim has been lost meanwhile. */
export async function releaseSlot(tx: Tx, slotId: string, claim: string): Promise<void> {
  await tx
    .updateTable('slot')
    .set(UNCLAIMED)
    .where('id', '=', slotId)
    .where('claim', '=', claim)
    .execute()
}

/** Whether the slot was still held by this claim, and is now used up for the image. */
export async function consumeSlot(
  tx: Tx,
  slotId: string,
  { claim, imageId }: { claim: string; imageId: number },
): Promise<boolean> {
  return (await updateConsumed(tx, { slotId, claim, imageId })).length > 0
}

const UNCLAIMED = { claim: null, claimed_until: null }

const updateConsumed = preparedQuery(
  (
    tx: Tx,
    { slotId, claim, imageId }: Params<{ slotId: string; claim: string; imageId: number }>,
  ) =>
    tx
      .updateTable('slot')
      .set({ ...UNCLAIMED, state: 'consumed', image_id: imageId, placing: null })
      .where('id', '=', slotId)
      .where('claim', '=', claim)
      .where('state', '=', 'pending')
      .returning('id'),
)

/** Frees the slots that a process which is gone was using; only for the one server of the catalogue. */
export async function releaseAllSlots(tx: Tx): Promise<void> {
  await tx.updateTable('slot').set(UNCLAIMED).where('claim', 'is not', null).execute()
}

export interface Cancellation {
  slotIds: string[]
  /** Whose they must be; without it anybody's. */
  userId?: number
  now: Micros
}

/**
 * Ends those of the slots that have become nothing, expired or not, and are not being used right now.
 * @returns their ids
 */
export async function cancelSlots(
  tx: Tx,
  { slotIds, userId, now }: Cancellation,
): Promise<string[]> {
  const cancelled = await tx
    .updateTable('slot')
    .set({ ...UNCLAIMED, state: 'cancelled' })
    .where('id', 'in', slotIds)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .where('state', 'in', ['pending', 'expired'])
    .where((slot) => slot.or([slot('claim', 'is', null), slot('claimed_until', '<=', now)]))
    .returning('id')
    .execute()
  return cancelled.map(({ id }) => id)
}
