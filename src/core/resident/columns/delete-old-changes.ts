import type { Store, Tx } from '../../database/store.ts'
import { inBatches } from '../../base/batches.ts'

/** A reader that missed more changes than this reloads everything. */
const MAX_CHANGES = 100_000
const BATCH_SIZE = 5000

/** Deletes the oldest rows of the change log. @returns the number of rows */
export function deleteOldChanges(write: Store['write']): Promise<number> {
  return inBatches(BATCH_SIZE, (limit) => write((tx) => deleteBatch(tx, limit)))
}

async function deleteBatch(tx: Tx, limit: number): Promise<number> {
  const old = tx
    .selectFrom('change')
    .select('seq')
    .where('seq', '<=', (eb) =>
      eb(
        eb.selectFrom('change').select(({ fn }) => fn.max('seq').as('newest')),
        '-',
        MAX_CHANGES,
      ),
    )
    .orderBy('seq')
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('change')
    .where('seq', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
