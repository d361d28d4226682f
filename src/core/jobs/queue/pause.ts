import type { Micros } from '../../clock.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Selects, Tx } from '../../db/store.ts'

/** Whether no job may begin, on this server or any other. */
export async function isPaused(reads: Selects): Promise<boolean> {
  return (await selectPause(reads, {})).length > 0
}

const selectPause = preparedQuery((reads: Selects) => reads.selectFrom('job_pause').select('id'))

/** Lets no further job begin; what is running goes on. False when that was so before. */
export async function pauseJobs(tx: Tx, since: Micros): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('job_pause')
    .values({ id: 1, since })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Lets jobs begin again. False when they might all along. */
export async function resumeJobs(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job_pause').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
