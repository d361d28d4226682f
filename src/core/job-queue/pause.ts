import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Selects, Tx } from '../database/store.ts'

/** Whether the queue is paused: no runner starts a job. */
export async function isPaused(reads: Selects): Promise<boolean> {
  return (await findPause(reads, {})).length > 0
}

const findPause = preparedQuery((reads: Selects) => selectPause(reads))

/** Selects the pause of the queue; no row if it is not paused. */
export function selectPause(reads: Selects) {
  return reads.selectFrom('job_pause').select('id')
}

/** Pauses the queue. Running jobs continue. Returns false if it was paused already. */
export async function pauseJobs(tx: Tx, context: AuditContext): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('job_pause')
    .values({ id: 1, since: context.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await recordPause(tx, context, { paused: true })
  return true
}

/** Resumes the queue. Returns false if it was not paused. */
export async function resumeJobs(tx: Tx, context: AuditContext): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job_pause').executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  await recordPause(tx, context, { paused: false })
  return true
}

async function recordPause(
  tx: Tx,
  context: AuditContext,
  { paused }: { paused: boolean },
): Promise<void> {
  await recordAudit(tx, context, {
    action: paused ? 'job.pause' : 'job.resume',
    objectType: 'job_queue',
    objectId: 'all',
    before: { paused: !paused },
    after: { paused },
  })
}
