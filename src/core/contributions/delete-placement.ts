import { deleteGeoreference } from '../actions/delete-georeference.ts'
import { requireActive } from '../auth/suspension.ts'
import { notFound } from '../errors.ts'
import type { GeoreferenceKind } from '../model/georeference-kind.ts'
import type { Services } from '../services.ts'

/**
 * Deletes a georeference of any contributor, with its validations and its part of the feed. The audit log keeps it.
 * @param moderator a staff user
 * @throws CatalogError kind `not_found`, or `forbidden` for a suspended user
 */
export async function deletePlacement(
  { clock, write }: Pick<Services, 'clock' | 'write'>,
  moderator: { userId: number },
  georeference: { table: GeoreferenceKind; id: number },
): Promise<void> {
  const isDeleted = await write(async (tx) => {
    await requireActive(tx, moderator.userId)
    return deleteGeoreference(tx, georeference, { actor: moderator, now: clock.now() })
  })
  if (!isDeleted) throw notFound('Georeference not found.')
}
