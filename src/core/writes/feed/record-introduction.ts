import type { Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import { insertEvent } from './insert-event.ts'

export interface Tagging {
  subjectId: number
  /** Null if unknown. */
  userId: number | null
  at: Micros
}

/**
 * Records the introduction of a subject, or moves it to an earlier time if this tagging is earlier.
 * @returns the times from which timestamps must be updated
 */
export async function recordIntroduction(tx: Tx, tagging: Tagging): Promise<Micros[]> {
  const { subjectId, userId, at } = tagging
  const known = await tx
    .selectFrom('activity_event')
    .select(['id', 'at', 'user_id'])
    .where('type', '=', 'subject_introduction')
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!known) {
    const event = { type: 'subject_introduction' as const, subject_id: subjectId }
    await insertEvent(tx, { ...event, at, user_id: userId })
    return [at]
  }
  if (!isEarlier(tagging, known)) return []
  await tx
    .updateTable('activity_event')
    .set({ at, timestamp: at, user_id: userId })
    .where('id', '=', known.id)
    .execute()
  return [known.at, at]
}

/** At the same time, the user with the lowest id counts as first. */
function isEarlier(tagging: Tagging, known: { at: Micros; user_id: number | null }): boolean {
  if (tagging.at !== known.at) return tagging.at < known.at
  return tagging.userId !== null && (known.user_id === null || tagging.userId < known.user_id)
}
