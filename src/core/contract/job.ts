import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts'
import { LISTED_STATES } from '../model/job-states.ts'
import { clampedInteger } from './number-parameters.ts'
import { requiredText } from './text.ts'
import { timestamp } from './timestamp.ts'

export const jobQuery = z.object({
  state: z.enum(LISTED_STATES).default('failed').describe('Return only jobs in this state.'),
  after: z.string().optional().describe('Where the page starts, as in `next`.'),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of jobs.',
  ),
})

const kind = z.string().meta({ examples: ['derive'] })

const job = z
  .strictObject({
    id: z.int().meta({ examples: [40] }),
    kind,
    state: z.enum(LISTED_STATES),
    attempts: z.int().meta({ description: 'How often it was started.', examples: [5] }),
    run_at: timestamp.describe('When it is due.'),
    finished_at: timestamp.nullable().describe('When it failed. Null in other states.'),
    image_id: z
      .int()
      .nullable()
      .meta({
        description: 'Id of its image. Null if it has none, or the image was deleted.',
        examples: [12],
      }),
    error: z
      .string()
      .nullable()
      .meta({
        description: 'The last error. Null if there was none.',
        examples: ['The picture cannot be decoded.'],
      }),
  })
  .meta({ id: 'Job', description: 'Work in the background.' })

export type Job = z.infer<typeof job>

export const jobPage = z
  .strictObject({
    paused: z.boolean().meta({ description: 'Whether no job is started.', examples: [false] }),
    failures: z
      .array(z.strictObject({ kind, count: z.int().meta({ examples: [3] }) }))
      .describe(
        'Numbers of failed jobs by kind, the most frequent first. Empty unless `state` is `failed`.',
      ),
    next: z
      .url()
      .nullable()
      .meta({ description: 'URL of the next page. Null on the last page.', examples: [null] }),
    results: z.array(job),
  })
  .meta({
    id: 'JobPage',
    description: 'Jobs of a state: the latest failures, the next jobs, or those that run.',
  })

export type JobPage = z.infer<typeof jobPage>

/** Body of `POST /api/v2/jobs/retry/`. */
export const retriedKind = z
  .object({ kind: requiredText().meta({ examples: ['derive'] }) })
  .meta({ id: 'RetriedKind', description: 'Which failed jobs run again.' })
export type RetriedKind = z.output<typeof retriedKind>

/** Response of `POST /api/v2/jobs/retry/`. */
export const queuedJobs = z
  .strictObject({
    queued: z.int().meta({ description: 'Number of jobs that wait again.', examples: [3] }),
  })
  .meta({ id: 'QueuedJobs', description: 'Jobs that run again.' })

export type QueuedJobs = z.infer<typeof queuedJobs>
