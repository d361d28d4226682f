import type { Micros } from '../../clock.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Selects, Tx } from '../../db/store.ts'

/** Whether the queue is paused: no runner starts a job. */
export async function isPaused(reads: Selects): Promise<boolean> {
  return (await selectPause(reads, {})).length > 0
}

const selectPause = preparedQuery((reads: Selects) => reads.selectFrom('job_pause').select('id'))

/** Pauses the queue. Running jobs continue. Returns false if it was paused already. */
export async function pauseJobs(tx: Tx, since: Micros): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('job_pause')
    .values({ id: 1, since })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Resumes the queue. Returns false if it was not paused. */
export async function resumeJobs(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job_pause').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
