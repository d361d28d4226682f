import type { ExpressionBuilder, Expression, SqlBool } from 'kysely'
import type { Store, Tx } from '../../database/store.ts'
import type { Tables } from '../../database/tables.ts'

/** Entries of one transaction, so that a running server never waits long. */
const BATCH_SIZE = 2000

type Condition = (row: ExpressionBuilder<Tables, 'gazetteer'>) => Expression<SqlBool>

/** Removes a gazetteer, also an unfinished one. @returns whether there was one */
export async function removeGazetteer(store: Pick<Store, 'write'>, name: string): Promise<boolean> {
  return removeIf(store, (row) => row('name', '=', name))
}

/** Removes an unfinished gazetteer of a command that was killed. @param now in microseconds since the epoch */
export async function removeAbandoned(
  store: Pick<Store, 'write'>,
  { name, now }: { name: string; now: number },
): Promise<void> {
  await removeIf(store, (row) =>
    row.and([
      row('name', '=', name),
      row('entries', 'is', null),
      row.or([row('adding_until', 'is', null), row('adding_until', '<', now)]),
    ]),
  )
}

/** Removes the unfinished gazetteer that has this lease. */
export async function removeUnfinished(
  store: Pick<Store, 'write'>,
  { id, until }: { id: number; until: number },
): Promise<void> {
  await removeIf(store, (row) => row.and([row('id', '=', id), row('adding_until', '=', until)]))
}

/** Removes the gazetteer in many transactions. From the first one on, searches do not find it. */
async function removeIf({ write }: Pick<Store, 'write'>, condition: Condition): Promise<boolean> {
  const removed = await write((tx) =>
    tx
      .updateTable('gazetteer')
      .set({ entries: null, adding_until: null })
      .where(condition)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!removed) return false
  while (await write((tx) => removeSome(tx, removed.id)));
  return true
}

/** Removes some entries, and the gazetteer after the last ones. @returns whether there may be more */
async function removeSome(tx: Tx, id: number): Promise<boolean> {
  // Another command may have removed it meanwhile, and used its id again.
  const removed = await tx
    .selectFrom('gazetteer')
    .select('id')
    .where('id', '=', id)
    .where('entries', 'is', null)
    .where('adding_until', 'is', null)
    .executeTakeFirst()
  if (!removed) return false
  const rows = await tx
    .selectFrom('gazetteer_entry')
    .select('id')
    .where('gazetteer_id', '=', id)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  const last = rows.at(-1)
  if (!last) {
    await tx.deleteFrom('gazetteer').where('id', '=', id).execute()
    return false
  }
  await tx
    .deleteFrom('gazetteer_entry')
    .where('gazetteer_id', '=', id)
    .where('id', '<=', last.id)
    .execute()
  return true
}
