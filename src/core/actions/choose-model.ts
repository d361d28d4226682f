import type { Tx } from '../db/store.ts'
import { EMBEDDING_MODEL } from '../queries/chosen-model.ts'

/** Records which embedding model the server uses; null for none. A running server needs no restart. */
export async function chooseModel(tx: Tx, name: string | null): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', EMBEDDING_MODEL).execute()
  if (name === null) return
  const value = JSON.stringify(name)
  await tx.insertInto('setting').values({ name: EMBEDDING_MODEL, value }).execute()
}
