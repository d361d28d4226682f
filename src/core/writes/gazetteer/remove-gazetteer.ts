import type { Store, Tx } from '../../database/store.ts'

/** Entries of one transaction, so that a running server never waits long. */
const BATCH_SIZE = 2000

/**
 * Removes a gazetteer in many transactions.
 * @param options.onlyIncomplete leaves one alone whose file was read to its end
 * @returns whether there was one
 */
export async function removeGazetteer(
  { write }: Pick<Store, 'write'>,
  name: string,
  { onlyIncomplete = false } = {},
): Promise<boolean> {
  const found = await write((tx) => claim(tx, name, onlyIncomplete))
  if (!found) return false
  while (await write((tx) => removeEntries(tx, found.id)));
  await write((tx) => tx.deleteFrom('gazetteer').where('id', '=', found.id).execute())
  return true
}

/** Searches no longer find it from now on. */
async function claim(tx: Tx, name: string, onlyIncomplete: boolean) {
  return tx
    .updateTable('gazetteer')
    .set({ entries: null })
    .where('name', '=', name)
    .$if(onlyIncomplete, (query) => query.where('entries', 'is', null))
    .returning('id')
    .executeTakeFirst()
}

/** @returns whether there were any left */
async function removeEntries(tx: Tx, gazetteerId: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('gazetteer_entry')
    .select('id')
    .where('gazetteer_id', '=', gazetteerId)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  const last = rows.at(-1)
  if (!last) return false
  await tx
    .deleteFrom('gazetteer_entry')
    .where('gazetteer_id', '=', gazetteerId)
    .where('id', '<=', last.id)
    .execute()
  return true
}
