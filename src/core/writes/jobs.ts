import { retriedKind, type RetriedKind } from '../contract/job.ts'
import { pauseJobs, resumeJobs } from '../job-queue/pause.ts'
import { retryAllFailed, retryNow } from '../job-queue/retry-and-purge.ts'
import { steppedUseCase, useCase } from './run/use-case.ts'

/** Of many failed jobs, as many are queued again as fit in this time. A repeated request queues the rest. */
const MAX_RETRY_MS = 10_000

/** Runs a failed or waiting job now. */
export const retryJob = useCase({
  name: 'job.retry',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  async run(tx, { id }: { id: number }, context) {
    await retryNow((change) => change(tx, context), [id])
    context.afterCommit(({ jobs }) => jobs?.wake())
    return null
  },
})

/** Queues failed jobs again, of a kind or an image if one is given. Returns their number. */
export const retryKind = steppedUseCase({
  name: 'job.retry_kind',
  access: 'moderator',
  limit: 'moderations',
  batch: 'always',
  input: retriedKind,
  async runSteps(runChange, { kind, image: imageId }: RetriedKind, { clock, jobs }) {
    const failed = { kind: kind ?? undefined, imageId, before: clock.now() }
    const count = await retryAllFailed(runChange, failed, AbortSignal.timeout(MAX_RETRY_MS))
    jobs?.wake()
    return count
  },
})

/** Pauses the queue of jobs, or resumes it. */
export const setJobsPaused = useCase({
  name: 'job_queue.pause',
  access: 'moderator',
  limit: 'moderations',
  async run(tx, { isPaused }: { isPaused: boolean }, context) {
    await (isPaused ? pauseJobs : resumeJobs)(tx, context)
    if (!isPaused) context.afterCommit(({ jobs }) => jobs?.wake())
  },
})
