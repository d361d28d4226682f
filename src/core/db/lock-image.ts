import { inList } from './in-list.ts'
import type { Tx } from './store.ts'
import type { Row } from './tables.ts'

/**
 * Locks an image's row until the transaction ends, if it has one of the accepted revisions. The update
 * changes nothing; being one statement, it leaves no gap between the check and the lock.
 * @param revisions any if undefined
 * @returns the row; undefined if there is none, or it has another revision
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
