import type { Reads } from '../db/store.ts'
import { SETUP_STEPS, type SetupStep } from '../model/setup-steps.ts'

/** What a new catalog still needs. Every question stops at the first row. */
export async function findMissingSteps(reads: Reads): Promise<SetupStep[]> {
  const [user, invitation, source, collection, image] = await Promise.all([
    reads.selectFrom('user').select('id').where('is_staff', '=', 1).limit(1).execute(),
    reads.selectFrom('staff_invitation').select('username').limit(1).execute(),
    reads.selectFrom('source').select('id').limit(1).execute(),
    reads.selectFrom('collection').select('id').limit(1).execute(),
    reads.selectFrom('image').select('id').limit(1).execute(),
  ])
  const found: Record<SetupStep, readonly object[]> = {
    staff: [...user, ...invitation],
    source,
    collection,
    images: image,
  }
  return SETUP_STEPS.filter((step) => found[step].length === 0)
}
