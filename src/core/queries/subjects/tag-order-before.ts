import type { Micros } from '../../base/clock.ts'
import type { Selects } from '../../database/store.ts'

/** Finds the subjects of an image, in their order, before one was removed. Empty if that is unknown. */
export async function findOrderBeforeRemoval(
  reads: Selects,
  { id, image_id, at }: { id: number; image_id: number | null; at: Micros },
): Promise<readonly number[]> {
  const removal = await reads
    .selectFrom('subject_change')
    .select('previous_order')
    .where('image_id', '=', image_id)
    .where('subject_id', '=', id)
    .where('action', '=', 'removed')
    .where('changed_at', '=', at)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return JSON.parse(removal?.previous_order ?? '[]') as number[]
}
