import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import { SETUP_STEPS, type SetupStep } from '../../model/setup-steps.ts'

/** Finds the missing steps of a catalog without public images. Every query stops at the first row. */
export async function findMissingSteps(reads: Reads): Promise<SetupStep[]> {
  const [user, invitation, source, collection, image, visible] = await Promise.all([
    reads.selectFrom('user').select('id').where('is_staff', '=', 1).limit(1).execute(),
    reads.selectFrom('staff_invitation').select('username').limit(1).execute(),
    reads.selectFrom('source').select('id').limit(1).execute(),
    reads.selectFrom('collection').select('id').limit(1).execute(),
    reads.selectFrom('image').select('id').limit(1).execute(),
    reads
      .selectFrom('collection_count')
      .select('collection_id')
      .where('images', '>', 0)
      .where('collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
      .limit(1)
      .execute(),
  ])
  const found: Record<SetupStep, readonly object[]> = {
    staff: [...user, ...invitation],
    source,
    collection,
    images: image,
    public: visible,
  }
  return SETUP_STEPS.filter((step) => found[step].length === 0)
}
