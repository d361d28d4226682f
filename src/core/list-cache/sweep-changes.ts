import { sql } from 'kysely'
import type { Store, Tx } from '../db/store.ts'

/** Who was away for longer than this reads everything again. */
const KEPT_CHANGES = 100_000
/** Others write in between. */
const SWEPT_AT_ONCE = 5000

/** Sweeps away the oldest notes of changes. Answers how many. */
export async function sweepChanges(write: Store['write']): Promise<number> {
  let swept = 0
  let more = true
  while (more) {
    const removed = await write(sweepSome)
    swept += removed
    more = removed === SWEPT_AT_ONCE
  }
  return swept
}

async function sweepSome(tx: Tx): Promise<number> {
  const old = tx
    .selectFrom('change')
    .select('seq')
    .where('seq', '<=', sql<number>`(select max(seq) from change) - ${KEPT_CHANGES}`)
    .orderBy('seq')
    .limit(SWEPT_AT_ONCE)
  const { numDeletedRows } = await tx
    .deleteFrom('change')
    .where('seq', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
