import { resolveFlag } from '../actions/resolve-flag.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../db/store.ts'
import { invalid, notFound } from '../errors.ts'
import { isHiddenCollection } from '../queries/hidden-collections.ts'
import { applyCorrection } from './correct-image.ts'

/**
 * Hides an image that was reported: moves it to a collection that is not public, and resolves the report.
 * @throws CatalogError kind `not_found` (report), `invalid` (a public collection), or `conflict` (duplicates)
 */
export async function hideFlaggedImage(
  tx: Tx,
  { flagId, collectionId }: { flagId: number; collectionId: number },
  context: AuditContext,
): Promise<void> {
  const flag = await tx
    .selectFrom('flag')
    .select('image_id')
    .where('id', '=', flagId)
    .executeTakeFirst()
  if (!flag) throw notFound('The report does not exist.')
  if (!(await isHiddenCollection(tx, collectionId)))
    throw invalid('collection', ['public_collection'])
  const move = { imageId: flag.image_id, input: { collection: collectionId } }
  await applyCorrection(tx, { ...move, taggedBy: null }, context)
  await resolveFlag(tx, { id: flagId }, context)
}
