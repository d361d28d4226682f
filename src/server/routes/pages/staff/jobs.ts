import { z } from 'zod'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import { reprocessImage } from '../../../../core/writes/images/reprocess-image.ts'
import { retryJob, retryKind, setJobsPaused } from '../../../../core/writes/jobs.ts'
import { notFound } from '../../../../core/base/errors.ts'
import {
  countFailuresByKind,
  listJobPage,
  type ListedJob,
} from '../../../../core/job-queue/job-page.ts'
import { isPaused } from '../../../../core/job-queue/pause.ts'
import { listDamagedImages } from '../../../../core/queries/images/damaged-images.ts'
import { LISTED_STATES } from '../../../../core/model/job-states.ts'
import { thumbnailUrl } from '../../../presenters/image-urls.ts'
import type { Links } from '../../../http/links.ts'
import { createDamagedPage } from '../../../pages/staff/damaged.ts'
import { createJobsPage, jobsPath } from '../../../pages/staff/jobs.ts'
import { formatPosition, parsePosition, takePage } from '../../../http/cursor.ts'
import { parseFieldId } from '../../../http/parse-id.ts'
import type { Route } from '../../../http/route.ts'
import { formRoute, type Submission } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { runForm, useCaseForm } from '../use-case-form.ts'

const PAGE_SIZE = 50

const notice = {
  done: z.string().optional(),
  count: z.coerce.number().int().nonnegative().optional().catch(undefined),
}

/** The pages of jobs and of the pictures that they found damaged. */
export const jobRoutes: readonly Route[] = [
  privatePageRoute({
    path: '/staff/jobs/',
    summary: 'Show the jobs that failed, wait or run',
    access: 'staff',
    query: z.object({
      state: z.enum(LISTED_STATES).default('failed'),
      after: z.string().optional().describe('Show only later ones: three numbers.'),
      ...notice,
    }),
    async show(visit, { catalog: { reads }, query, links }) {
      const { state, done, count } = query
      const after = parsePosition('after', query.after)
      const [read, kinds, paused] = await Promise.all([
        listJobPage(reads, { state, after, limit: PAGE_SIZE + 1 }),
        state === 'failed' ? countFailuresByKind(reads) : [],
        isPaused(reads),
      ])
      const { rows, next } = takePage(read, PAGE_SIZE, ({ position }) => formatPosition(position))
      return createJobsPage(visit, {
        state,
        jobs: rows.map((row) => presentJob(row, links)),
        kinds,
        isPaused: paused,
        isFirst: after === undefined,
        notice: done,
        count,
        next,
      })
    },
  }),
  formRoute({
    path: '/staff/jobs/retry/',
    summary: 'Run jobs again that failed, or now',
    useCases: [retryJob, retryKind],
    access: 'staff',
    pagePath: () => jobsPath(),
    fields: z.object({
      job: z.string().optional().describe('Id of a failed or waiting job.'),
      kind: z.string().optional().describe('Kind of the failed jobs, if none is named.'),
      state: z.enum(LISTED_STATES).default('failed').describe('The list to return to.'),
    }),
    async submit({ fields: { state, ...which }, ...submission }) {
      const count = await retry(submission, which)
      const path = jobsPath({ state, done: 'queued', count: String(count) })
      return { redirectTo: submission.request.links.base(path) }
    },
  }),
  useCaseForm(setJobsPaused, {
    path: '/staff/jobs/pause/',
    summary: 'Pause the queue of jobs, or resume it',
    pagePath: () => jobsPath(),
    fields: z.object({ pause: z.enum(['yes', 'no']) }),
    target: (_request, { pause }) => ({ isPaused: pause === 'yes' }),
    next: ({ isPaused: paused }) => jobsPath({ done: paused ? 'paused' : 'resumed' }),
  }),
  privatePageRoute({
    path: '/staff/damaged/',
    summary: 'Show the images whose pictures are damaged',
    access: 'staff',
    query: z.object({
      after: z.string().optional().describe('Show only images with higher ids.'),
      done: notice.done,
    }),
    async show(visit, { catalog: { reads }, query, links }) {
      const after = parseFieldId(query.after ?? null)
      const read = await listDamagedImages(reads, { after, limit: PAGE_SIZE + 1 })
      const { rows, next } = takePage(read, PAGE_SIZE, ({ id }) => String(id))
      return createDamagedPage(visit, {
        images: rows.map(({ id, title, damage, generation }) => {
          return { id, title, damage, thumbnail: thumbnailUrl(links, { id, generation }) }
        }),
        isFirst: after === 0,
        isDone: query.done === 'queued',
        next,
      })
    },
  }),
  useCaseForm(reprocessImage, {
    path: '/staff/damaged/retry/',
    summary: 'Process a damaged picture again',
    pagePath: () => '/staff/damaged/',
    fields: z.object({ image: z.string().describe('Id of the image.') }),
    target: (_request, { image }) => ({ id: parseFieldId(image) }),
    next: () => '/staff/damaged/?done=queued',
  }),
]

/** @returns the number of jobs that are queued again */
async function retry(
  submission: Omit<Submission<unknown>, 'fields'>,
  { job, kind }: { job?: string | undefined; kind?: string | undefined },
): Promise<number> {
  if (job !== undefined) {
    await runForm(submission, retryJob, { id: parseFieldId(job) })
    return 1
  }
  if (kind === undefined) throw notFound('Choose a job, or a kind of jobs.')
  return runForm(submission, retryKind, { kind })
}

function presentJob(row: ListedJob, links: Links) {
  const { id, kind, attempts, last_error: error, image_id, title, generation } = row
  return {
    id,
    kind,
    attempts,
    error,
    endedAt: row.finished_at === null ? null : formatTimestamp(row.finished_at),
    runAt: formatTimestamp(row.run_at),
    isWaiting: row.waiting_since !== null,
    image:
      image_id === null || title === null
        ? null
        : {
            id: image_id,
            title,
            thumbnail: thumbnailUrl(links, { id: image_id, generation }),
          },
  }
}
