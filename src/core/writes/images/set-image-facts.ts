import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import type { Flag } from '../../database/tables.ts'
import { notFound } from '../../base/errors.ts'
import { replaceAddresses } from './replace-addresses.ts'
import { isImagePublic } from '../../queries/images/public-image.ts'

/** Facts about an image that only administrators set. Absent ones stay. */
export interface ImageFacts {
  from_above?: Flag
  will_not_georef?: Flag
  /** Null removes it. */
  scale?: string | null
  /** Position in its collection. Null sorts by id. */
  position?: number | null
  /** The collection that it moves to, which must exist. */
  collection_id?: number
}

/**
 * Sets facts about an image. If it moves from a public collection to a hidden one, its derived images get new addresses.
 * Triggers update its status, the lists of georeferences and the statistics.
 * @throws CatalogError kind `not_found`
 */
export async function setImageFacts(
  tx: Tx,
  { imageId, facts }: { imageId: number; facts: ImageFacts },
  context: AuditContext,
): Promise<void> {
  const isMovedFromPublic = facts.collection_id !== undefined && (await isImagePublic(tx, imageId))
  const row = { table: 'image', id: imageId, action: 'image.moderate' } as const
  await auditChange(tx, context, row, async () => {
    const { numUpdatedRows } = await tx
      .updateTable('image')
      .set(facts)
      .where('id', '=', imageId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw notFound(`Image ${imageId} does not exist.`)
  })
  if (isMovedFromPublic && !(await isImagePublic(tx, imageId)))
    await replaceAddresses(tx, imageId, context.now)
}
