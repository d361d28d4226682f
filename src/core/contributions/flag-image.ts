import type { NewFlag } from '../contract/contribution.ts'
import { lockVisibleImage } from '../db/lock-image.ts'
import type { Row } from '../db/tables.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import {
  contribute,
  type ContributionRequest,
  type ContributionServices,
  type Contributor,
} from './contribute.ts'

/** A report, and whether the contributor had made it before. */
export interface Reported {
  flag: Row<'flag'>
  isNew: boolean
}

/**
 * Reports an image to staff. A contributor has one open report of an image and reason, whose text a later one replaces.
 * @throws CatalogError kind `not_found` (image), or the errors of `contribute`
 */
export function flagImage(
  services: ContributionServices,
  contributor: Contributor,
  { imageId, input, key }: ContributionRequest<NewFlag> & { imageId: number },
): Promise<IdempotentResult<Reported>> {
  const contribution = {
    contributor,
    kind: 'flags',
    key,
    content: ['flag', imageId, input],
  } as const
  return contribute(services, contribution, async (tx, { now }) => {
    const { userId, visibility } = contributor
    await lockVisibleImage(tx, imageId, visibility)
    const { reason, text } = input
    // The lock of the image keeps a second report of the same user away.
    const known = await tx
      .updateTable('flag')
      .set((flag) => ({ text: text ?? flag.ref('text') }))
      .where('image_id', '=', imageId)
      .where('flagged_by', '=', userId)
      .where('reason', '=', reason)
      .where('resolved_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (known) return { flag: known, isNew: false }
    const flag = await tx
      .insertInto('flag')
      .values({
        image_id: imageId,
        reason,
        text: text ?? null,
        flagged_by: userId,
        flagged_at: now,
        resolved_by: null,
        resolved_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { flag, isNew: true }
  })
}
