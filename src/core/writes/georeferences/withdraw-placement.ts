import { lockImageIfVisible } from '../../database/lock-image.ts'
import { CatalogError, conflict, notFound } from '../../base/errors.ts'
import { WITHDRAWAL_SECONDS } from '../../base/limits.ts'
import {
  findWithdrawalObstacle,
  type PlacementKey,
  type WithdrawalObstacle,
} from '../../queries/places/withdrawal.ts'
import { useCase } from '../run/use-case.ts'
import { removeGeoreference } from './delete-georeference.ts'

/**
 * Takes back a contributor's own placement, as if it had never been made: the newest of its image, for 15 minutes, and
 * only if no user has checked it.
 */
export const withdrawPlacement = useCase({
  name: 'georeference.withdraw',
  access: 'contributor',
  limit: 'placements',
  staffLimit: 'staff_placements',
  once: true,
  async run(tx, placement: PlacementKey, context) {
    const { userId, visibility } = context.contributor
    const made = await tx
      .selectFrom(placement.table)
      .select('image_id')
      .where('id', '=', placement.id)
      .executeTakeFirst()
    // Placements and validations take the same lock, so that what is read below stays true until the commit.
    const image = made && (await lockImageIfVisible(tx, made.image_id, visibility))
    if (!image) throw ERRORS.unknown()
    const obstacle = await findWithdrawalObstacle(tx, placement, { userId, now: context.now })
    if (obstacle !== undefined) throw ERRORS[obstacle]()
    await removeGeoreference(tx, placement, context)
    return null
  },
})

const ERRORS: Record<WithdrawalObstacle, () => CatalogError> = {
  unknown: () => notFound('Georeference not found.'),
  notOwn: () => new CatalogError('forbidden', ['not_own_placement'], { code: 'not_own_placement' }),
  superseded: () => conflict(['placement_followed'], { code: 'superseded' }),
  checked: () => conflict(['placement_checked'], { code: 'checked' }),
  tooLate: () => conflict(['placement_too_old', WITHDRAWAL_SECONDS / 60], { code: 'too_late' }),
}
