import { inList } from './dialect.ts'
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

/** What decides whether an image accepts contributions. */
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
