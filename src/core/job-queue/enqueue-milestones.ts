import type { Micros } from '../base/clock.ts'
import type { Selects, Tx } from '../database/store.ts'
import { enqueueJob } from './enqueue.ts'

/** Enqueues the job that applies the thresholds of milestones, unless one waits. One that runs may have read others. */
export async function enqueueMilestones(tx: Tx, now: Micros): Promise<void> {
  const states = await listStates(tx)
  if (!states.includes('queued'))
    await enqueueJob(tx, { kind: 'milestones', imageId: null, runAt: now }, now)
}

/** Whether new thresholds are not applied to all past events yet. */
export async function areMilestonesPending(reads: Selects): Promise<boolean> {
  const states = await listStates(reads)
  return states.includes('queued') || states.includes('running')
}

async function listStates(reads: Selects) {
  const jobs = await reads
    .selectFrom('job')
    .select('state')
    .where('image_id', 'is', null)
    .where('kind', '=', 'milestones')
    .execute()
  return jobs.map(({ state }) => state)
}
