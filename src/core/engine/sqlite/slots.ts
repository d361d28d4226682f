import type { Micros } from '../../clock.ts'
import type { Reads, Tx } from './store.ts'
import type { Row } from './tables.ts'

/** Who asks for which slot, and when. */
export interface SlotRequest {
  slotId: string
  userId: number
  now: Micros
}

/** The right to turn a slot into an image, for a while; `claim` proves it. */
export interface SlotClaim extends SlotRequest {
  claim: string
  /** When somebody else may take the slot over, because whoever claimed it must have died. */
  until: Micros
}

export interface ClaimedSlot {
  collectionId: number
  contentType: string
  imageId: number
  /** Whether an earlier attempt may have left files under this image's id. */
  triedBefore: boolean
}

/** Undefined when the slot is not there, not this user's, no longer pending, expired, or claimed by another. */
export async function claimSlot(tx: Tx, request: SlotClaim): Promise<ClaimedSlot | undefined> {
  const slot = await tx
    .updateTable('slot')
    .set({ claim: request.claim, claimed_until: request.until })
    .where('id', '=', request.slotId)
    .where('user_id', '=', request.userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', request.now)
    .where((slot) => slot.or([slot('claim', 'is', null), slot('claimed_until', '<=', request.now)]))
    .returningAll()
    .executeTakeFirst()
  if (!slot) return undefined
  return {
    collectionId: slot.collection_id,
    contentType: slot.content_type,
    imageId: slot.image_id ?? (await reserveImageId(tx, slot.id)),
    triedBefore: slot.image_id !== null,
  }
}

/** Image ids are handed out by a table of their own, so that none is ever used twice. */
async function reserveImageId(tx: Tx, slotId: string): Promise<number> {
  const { id } = await tx
    .insertInto('image_id')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('slot').set({ image_id: id }).where('id', '=', slotId).execute()
  return id
}

/** Gives the slot back as it was; does nothing when the claim has been lost meanwhile. */
export async function releaseSlot(tx: Tx, slotId: string, claim: string): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ claim: null, claimed_until: null })
    .where('id', '=', slotId)
    .where('claim', '=', claim)
    .execute()
}

/** Whether the slot was still held by this claim, and is now used up. */
export async function consumeSlot(tx: Tx, slotId: string, claim: string): Promise<boolean> {
  const consumed = await tx
    .updateTable('slot')
    .set({ state: 'consumed', claim: null, claimed_until: null })
    .where('id', '=', slotId)
    .where('claim', '=', claim)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Frees the slots that a process which is gone was committing; only for the one server of the catalogue. */
export async function releaseAllSlots(tx: Tx): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ claim: null, claimed_until: null })
    .where('claim', 'is not', null)
    .execute()
}

/**
 * Ends those of the user's slots that have become nothing yet and are not being committed right now.
 * @returns their ids
 */
export async function cancelSlots(
  tx: Tx,
  { slotIds, userId, now }: { slotIds: string[]; userId: number; now: Micros },
): Promise<string[]> {
  const cancelled = await tx
    .updateTable('slot')
    .set({ state: 'cancelled', claim: null, claimed_until: null })
    .where('id', 'in', slotIds)
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where((slot) => slot.or([slot('claim', 'is', null), slot('claimed_until', '<=', now)]))
    .returning('id')
    .execute()
  return cancelled.map(({ id }) => id)
}

/** Ends the slots that expired before then and became nothing; a commit that comes back later finds them gone. */
export async function cancelAbandonedSlots(tx: Tx, before: Micros): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ state: 'cancelled', claim: null, claimed_until: null })
    .where('state', '=', 'pending')
    .where('expires_at', '<', before)
    .execute()
}

/** Slots that are over for good. */
export function listReapableSlots(
  reads: Reads,
  { before, limit }: { before: Micros; limit: number },
): Promise<Pick<Row<'slot'>, 'id' | 'state' | 'image_id'>[]> {
  return reads
    .selectFrom('slot')
    .select(['id', 'state', 'image_id'])
    .where('expires_at', '<', before)
    .where('state', '!=', 'pending')
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/** Forgets a slot that is over; does nothing to a pending one. */
export async function deleteSlot(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('slot').where('id', '=', id).where('state', '!=', 'pending').execute()
}
