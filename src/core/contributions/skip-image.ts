import type { NewSkip } from '../contract/contribution.ts'
import { lockVisibleImage } from '../db/lock-image.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import {
  contribute,
  type ContributionRequest,
  type ContributionServices,
  type Contributor,
} from './contribute.ts'

/**
 * Keeps an image out of the contributor's queue of images to place for a while.
 * @throws CatalogError kind `not_found` (image), or the errors of `contribute`
 */
export function skipImage(
  services: ContributionServices,
  contributor: Contributor,
  { imageId, input, key }: ContributionRequest<NewSkip> & { imageId: number },
): Promise<IdempotentResult<null>> {
  const contribution = {
    contributor,
    kind: 'skips',
    key,
    content: ['skip', imageId, input],
  } as const
  return contribute(services, contribution, async (tx, { now }) => {
    await lockVisibleImage(tx, imageId, contributor.visibility)
    const skip = { reason: input.reason ?? null, skipped_at: now }
    await tx
      .insertInto('skip')
      .values({ user_id: contributor.userId, image_id: imageId, ...skip })
      .onConflict((known) => known.columns(['user_id', 'image_id']).doUpdateSet(skip))
      .execute()
    return null
  })
}
