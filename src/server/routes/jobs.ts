import { formatTimestamp } from '../../core/clock.ts'
import {
  jobPage,
  jobQuery,
  queuedJobs,
  retriedKind,
  type Job,
  type JobPage,
  type QueuedJobs,
} from '../../core/contract/job.ts'
import { retryJob, retryKind, setJobsPaused } from '../../core/contributions/manage-jobs.ts'
import { countFailuresByKind, listJobPage, type ListedJob } from '../../core/jobs/queue/job-page.ts'
import { isPaused } from '../../core/jobs/queue/pause.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import type { ListedState } from '../../core/model/job-states.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { formatPosition, parsePosition, takePage } from '../cursor.ts'
import { nextUrl } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CONTRIBUTION_ERRORS } from './contribution-errors.ts'

/** Work in the background, which moderators look after. */
export const jobApiRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/jobs/',
    summary: 'List the jobs that failed, wait or run',
    responses: { 200: jobPage },
    access: 'moderator',
    query: jobQuery,
    async handle({ catalog: { reads }, query, links, target }) {
      const { state, limit } = query
      const after = parsePosition('after', query.after)
      const [read, failures, paused] = await Promise.all([
        listJobPage(reads, { state, after, limit: limit + 1 }),
        state === 'failed' ? countFailuresByKind(reads) : [],
        isPaused(reads),
      ])
      const { rows, next } = takePage(read, limit, ({ position }) => formatPosition(position))
      return json({
        paused,
        failures,
        next: nextUrl({ links, target }, ['after', next]),
        results: rows.map((row) => presentJob(row, state)),
      } satisfies JobPage)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/jobs/retry/',
    summary: 'Run failed jobs of a kind again',
    responses: { 200: queuedJobs },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: retriedKind,
    async handle({ catalog, caller, body: { kind } }) {
      const queued = await retryKind(catalog, caller, kind)
      return json({ queued } satisfies QueuedJobs)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/jobs/:id/retry/',
    summary: 'Run a failed or waiting job now',
    responses: { 204: { description: 'The job is due.' } },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: { ...CONTRIBUTION_ERRORS, 404: 'The job is running or done.' },
    handlerInput: { headers: idempotencyHeaders },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params, headers }) {
      const request = { id: parseId(params.id, 'Job'), key: parseIdempotencyKey(headers) }
      const { isReplay } = await retryJob(catalog, caller, request)
      return markReplay(noContent(), isReplay)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/jobs/paused/',
    summary: 'Pause the queue of jobs',
    responses: { 204: { description: 'Paused. Running jobs continue.' } },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller }) {
      await setJobsPaused(catalog, caller, true)
      return noContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/jobs/paused/',
    summary: 'Resume the queue of jobs',
    responses: { 204: { description: 'Jobs are started.' } },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller }) {
      await setJobsPaused(catalog, caller, false)
      return noContent()
    },
  }),
]

function presentJob(row: ListedJob, state: ListedState): Job {
  const { id, kind, attempts, run_at, finished_at, image_id, last_error: error } = row
  return {
    id,
    kind,
    state,
    attempts,
    run_at: formatTimestamp(run_at),
    finished_at: finished_at === null ? null : formatTimestamp(finished_at),
    image_id,
    error,
  }
}
