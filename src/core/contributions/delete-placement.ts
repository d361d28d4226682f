import { deleteGeoreference } from '../actions/delete-georeference.ts'
import { notFound } from '../errors.ts'
import type { GeoreferenceKind } from '../model/georeference-kind.ts'
import type { Services } from '../services.ts'
import { moderate, type Moderator } from './moderate.ts'

/**
 * Deletes a georeference of any contributor, with its validations and its part of the feed. The audit log keeps it.
 * @param moderator a staff user
 * @throws CatalogError kind `not_found`, or the errors of `moderate`
 */
export async function deletePlacement(
  services: Pick<Services, 'clock' | 'write'>,
  moderator: Moderator,
  georeference: { table: GeoreferenceKind; id: number },
): Promise<void> {
  const isDeleted = await moderate(services, moderator, (tx, context) =>
    deleteGeoreference(tx, georeference, context),
  )
  if (!isDeleted) throw notFound('Georeference not found.')
}
