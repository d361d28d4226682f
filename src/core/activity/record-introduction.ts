import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'
import { insertEvent } from './insert-event.ts'

export interface Tagging {
  subjectId: number
  /** Null where it was not kept. */
  userId: number | null
  at: Micros
}

/**
 * Tells of a subject when it is first attached to an image, once; one that turns out to have been attached
 * earlier is told of at that time.
 * @returns the moments whose timestamps are to be settled
 */
export async function recordIntroduction(tx: Tx, tagging: Tagging): Promise<Micros[]> {
  const { subjectId, userId, at } = tagging
  const told = await tx
    .selectFrom('activity_event')
    .select(['id', 'at', 'user_id'])
    .where('type', '=', 'subject_introduction')
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!told) {
    const event = { type: 'subject_introduction' as const, subject_id: subjectId }
    await insertEvent(tx, { ...event, at, user_id: userId })
    return [at]
  }
  if (!isEarlier(tagging, told)) return []
  await tx
    .updateTable('activity_event')
    .set({ at, timestamp: at, user_id: userId })
    .where('id', '=', told.id)
    .execute()
  return [told.at, at]
}

/** Where several tagged it at the same moment, the lowest user is named. */
function isEarlier(tagging: Tagging, told: { at: Micros; user_id: number | null }): boolean {
  if (tagging.at !== told.at) return tagging.at < told.at
  return tagging.userId !== null && (told.user_id === null || tagging.userId < told.user_id)
}
