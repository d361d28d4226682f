import { setTimeout as pause } from 'node:timers/promises'
import {
  NO_PROGRESS,
  replaceNextMilestones,
  type MilestoneProgress,
} from '../activity/replace-all-milestones.ts'
import type { Micros } from '../base/clock.ts'
import type { Selects, Tx } from '../database/store.ts'
import type { JobHandler } from './job-handler.ts'
import { enqueueJob } from './queue/enqueue.ts'

/** Pause between transactions, in which others write. */
const PAUSE_MS = 5

/** Applies the thresholds of milestones to past events. An interrupted run starts over, and changes nothing twice. */
export const milestones: JobHandler = async ({ write }, { signal }) => {
  let progress: MilestoneProgress | undefined = NO_PROGRESS
  while (progress) {
    signal.throwIfAborted()
    const from: MilestoneProgress = progress
    progress = await write((tx) => replaceNextMilestones(tx, from))
    await pause(PAUSE_MS)
  }
}

/** Enqueues the job, unless one waits. One that runs may have read other thresholds. */
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
