import { formatTimestamp, type Micros } from '../../core/base/clock.ts'
import {
  jobPage,
  jobQuery,
  queuedJobs,
  type Job,
  type JobPage,
  type QueuedJobs,
} from '../../core/contract/job.ts'
import { countFailuresByKind, listJobPage, type ListedJob } from '../../core/job-queue/job-page.ts'
import { isPaused } from '../../core/job-queue/pause.ts'
import type { JobState } from '../../core/model/job-states.ts'
import { retryJob, retryKind, setJobsPaused } from '../../core/writes/jobs.ts'
import { formatPosition, parsePosition, takePage } from '../http/cursor.ts'
import { endpoint } from '../http/endpoint.ts'
import { nextUrl } from '../presenters/pagination.ts'
import { idOf } from '../http/parse-id.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

/** Work in the background, which moderators look after. */
export const jobApiRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/jobs/',
    summary: 'List the jobs that failed, wait, run or are done',
    responses: { 200: jobPage },
    access: 'moderator',
    query: jobQuery,
    async handle({ catalog: { reads }, query, links, target }) {
      const { state, kind, image: imageId, limit } = query
      const after = parsePosition('after', query.after)
      const [read, failures, paused] = await Promise.all([
        listJobPage(reads, { state, kind, imageId, after, limit: limit + 1 }),
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
  endpoint('POST /api/v2/jobs/retry/', retryKind, {
    summary: 'Run failed jobs of a kind again',
    responses: { 200: queuedJobs },
    present: (queued) => json({ queued } satisfies QueuedJobs),
  }),
  endpoint('POST /api/v2/jobs/:id/retry/', retryJob, {
    summary: 'Run a failed or waiting job now',
    responses: { 204: { description: 'The job is due.' } },
    errorResponses: { 404: 'The job is running or done.' },
    target: idOf('Job'),
  }),
  endpoint('PUT /api/v2/jobs/paused/', setJobsPaused, {
    summary: 'Pause the queue of jobs',
    responses: { 204: { description: 'Paused. Running jobs continue.' } },
    target: () => ({ isPaused: true }),
  }),
  endpoint('DELETE /api/v2/jobs/paused/', setJobsPaused, {
    summary: 'Resume the queue of jobs',
    responses: { 204: { description: 'Jobs are started.' } },
    target: () => ({ isPaused: false }),
  }),
]

function presentJob(row: ListedJob, state: JobState): Job {
  const { id, kind, attempts, max_attempts, priority, image_id, title, reference_id } = row
  return {
    id,
    kind,
    state,
    attempts,
    max_attempts,
    priority,
    created_at: formatTimestamp(row.created_at),
    run_at: formatTimestamp(row.run_at),
    finished_at: formatNullable(row.finished_at),
    waits_for_host_since: formatNullable(row.waiting_since),
    image_id,
    title,
    reference_id,
    collection: row.collection,
    error: row.last_error,
  }
}

function formatNullable(time: Micros | null): string | null {
  return time === null ? null : formatTimestamp(time)
}
