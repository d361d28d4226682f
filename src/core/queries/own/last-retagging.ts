import type { Reads } from '../../database/store.ts'

/** A change after which an image has fewer subjects, or others first. */
export interface Retagging {
  /** The subject that was removed; null if only the order changed. */
  removed: number | null
  /** Ids of all subjects of the image before. */
  order: readonly number[]
}

/**
 * Finds the last change of the subjects of an image if the user made it, and removed a subject or changed the order:
 * then it can be undone.
 */
export async function findOwnRetagging(
  reads: Reads,
  { imageId, userId }: { imageId: number; userId: number },
): Promise<Retagging | undefined> {
  const last = await reads
    .selectFrom('subject_change')
    .select(['subject_id as removed', 'previous_order as order', 'changed_by'])
    .where('image_id', '=', imageId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.changed_by !== userId || last.order === null) return undefined
  return { removed: last.removed, order: JSON.parse(last.order) as number[] }
}
