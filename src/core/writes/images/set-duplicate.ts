import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { lockImage } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, invalid, notFound } from '../../base/errors.ts'
import { selectVisibleCollections } from '../../queries/lists/visible-collections.ts'

export interface DuplicateChange {
  imageId: number
  /** Null if the image is no duplicate. */
  original: number | null
}

/**
 * Marks an image as a duplicate of another one, or no longer as a duplicate. There are no chains: the other image is
 * no duplicate, and an image with duplicates or georeferences of its own cannot become one. The duplicate of a hidden
 * image must be hidden too, because people would no longer find either.
 * @throws CatalogError kind `not_found`, `invalid` (of itself) or `conflict`
 */
export async function setDuplicate(
  tx: Tx,
  { imageId, original }: DuplicateChange,
  context: AuditContext,
): Promise<void> {
  const image = await lockImage(tx, imageId, undefined)
  if (!image) throw notFound(`Image ${imageId} does not exist.`)
  if (image.duplicate_of === original) return
  if (original !== null) await requireDuplicable(tx, { imageId, original })
  const row = { table: 'image', id: imageId, action: 'image.set_duplicate' } as const
  await auditChange(tx, context, row, () =>
    tx.updateTable('image').set({ duplicate_of: original }).where('id', '=', imageId).execute(),
  )
}

async function requireDuplicable(
  tx: Tx,
  { imageId, original }: { imageId: number; original: number },
): Promise<void> {
  if (imageId === original) throw invalid('duplicate_of', ['duplicate_of_itself', imageId])
  const other = await lockImage(tx, original, undefined)
  if (!other) throw invalid('duplicate_of', ['unknown_image', original])
  if (other.duplicate_of !== null) {
    throw conflict(['original_is_duplicate', original, other.duplicate_of])
  }
  const own = await tx
    .selectFrom('image')
    .select('id')
    .where('duplicate_of', '=', imageId)
    .orderBy('id')
    .executeTakeFirst()
  if (own) {
    throw conflict(['has_duplicate', imageId, own.id])
  }
  await requireNoGeoreferences(tx, imageId)
  const visible = await listVisible(tx, [imageId, original])
  if (visible.has(imageId) && !visible.has(original)) {
    throw conflict(['hidden_original', original, imageId])
  }
}

async function requireNoGeoreferences(tx: Tx, imageId: number): Promise<void> {
  for (const table of ['georeference', 'from_above_georeference'] as const) {
    const made = await tx
      .selectFrom(table)
      .select('id')
      .where('image_id', '=', imageId)
      .executeTakeFirst()
    if (!made) continue
    throw conflict(['duplicate_has_georeferences', imageId], {
      hint: `catalog admin georeference list --image ${imageId}`,
    })
  }
}

async function listVisible(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('image')
    .select('id')
    .where('id', 'in', ids)
    .where('collection_id', 'in', selectVisibleCollections(tx, { visibility: 'public' }))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
