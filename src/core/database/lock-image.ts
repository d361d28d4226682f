import { notFound } from '../base/errors.ts'
import type { Visibility } from '../model/visibility.ts'
import { inList } from './sql.ts'
import type { Tx } from './store.ts'
import type { Row } from './tables.ts'

/**
 * Locks the row of an image until the transaction ends, if it has an accepted revision. One update that changes
 * nothing both checks and locks, so no other write comes between.
 * @param revisions any if undefined
 * @returns the row, or undefined if it does not exist or has another revision
 */
export async function lockImage(
  tx: Tx,
  id: number,
  revisions: readonly number[] | undefined,
): Promise<Row<'image'> | undefined> {
  return tx
    .updateTable('image')
    .set((image) => ({ revision: image.ref('revision') }))
    .where('id', '=', id)
    .$if(revisions !== undefined, (image) => image.where('revision', 'in', inList(revisions ?? [])))
    .returningAll()
    .executeTakeFirst()
}

/** Columns that decide whether an image accepts contributions. */
export type LockedImage = Pick<
  Row<'image'>,
  'id' | 'duplicate_of' | 'will_not_georef' | 'from_above'
>

/** Locks the rows of these images until the transaction ends. Returns those that exist, by id. */
export async function lockImages(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedImage>> {
  const rows = await tx
    .updateTable('image')
    .set((image) => ({ revision: image.ref('revision') }))
    .where('id', 'in', inList(ids))
    .returning(['id', 'duplicate_of', 'will_not_georef', 'from_above'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks the row of an image that people with this visibility see.
 * @throws CatalogError kind `not_found`, also if it is not visible
 */
export async function lockVisibleImage(
  tx: Tx,
  id: number,
  visibility: Visibility,
): Promise<LockedImage> {
  const image = await lockImageIfVisible(tx, id, visibility)
  if (image) return image
  throw notFound('Image not found.', { code: 'image_not_found' })
}

/** The same. Undefined if there is none, or if it is not visible. */
export async function lockImageIfVisible(
  tx: Tx,
  id: number,
  visibility: Visibility,
): Promise<LockedImage | undefined> {
  const image = (await lockImages(tx, [id])).get(id)
  return image && (visibility === 'everything' || (await isPublic(tx, id))) ? image : undefined
}

async function isPublic(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select('image.id')
    .where('image.id', '=', id)
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}
