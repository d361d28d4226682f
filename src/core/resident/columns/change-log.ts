import type { Database } from 'better-sqlite3'
import type { Change } from '../../database/changes.ts'
import type { Store, Tx } from '../../database/store.ts'
import { inBatches } from '../../base/batches.ts'

/** Reads the change log, for what follows the database in memory. */
export interface ChangeLog {
  /** Returns the number of the newest change, 0 if there is none. */
  readNewest(): number
  /**
   * Reads the next changes after the one with this number, at most `limit`.
   * @param last number of the last one to read
   * @returns undefined if some are missing, because maintenance deletes the oldest ones
   */
  readAfter(seq: number, last?: number): NumberedChange[] | undefined
}

type NumberedChange = Change & { seq: number }

export function openChangeLog(db: Database, limit: number): ChangeLog {
  const newest = db.prepare<[], number>('select coalesce(max(seq), 0) from change').pluck()
  const after = db.prepare<[number, number], NumberedChange>(
    `select seq, kind, ref from change where seq > ? and seq <= ? order by seq limit ${limit}`,
  )
  return {
    readNewest: () => newest.get() ?? 0,
    readAfter(seq, last = Number.MAX_SAFE_INTEGER) {
      const changes = after.all(seq, last)
      const [first] = changes
      return first && first.seq !== seq + 1 ? undefined : changes
    },
  }
}

/** A reader that missed more changes than this reloads everything. */
const MAX_KEPT_CHANGES = 100_000
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
        MAX_KEPT_CHANGES,
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
