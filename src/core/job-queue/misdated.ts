import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import { PRIORITY } from './enqueue.ts'

/** Longer ahead than any job is planned: removals wait a day, and retries an hour. */
export const MAX_PLANNED_AHEAD: Micros = 2 * 24 * 60 * 60 * MICROS_PER_SECOND

/**
 * Lets jobs run now that would start too far ahead, because the clock of the host was wrong when they were dated.
 * @returns their number
 */
export async function runMisdatedJobs(tx: Tx, now: Micros): Promise<number> {
  let count = 0
  // The index of waiting jobs begins with the priority.
  for (const priority of Object.values(PRIORITY)) {
    const jobs = await tx
      .updateTable('job')
      .set({ run_at: now })
      .where('state', '=', 'queued')
      .where('priority', '=', priority)
      .where('run_at', '>', now + MAX_PLANNED_AHEAD)
      .returning('id')
      .execute()
    count += jobs.length
  }
  return count
}
