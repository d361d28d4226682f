import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'
import { JOB_STATES } from '../model/job-states.ts'
import { requiredId } from './fields.ts'
import { clampedInteger, optionalNumber } from './number-parameters.ts'
import { requiredText } from './text-fields.ts'
import { timestamp } from './timestamp.ts'

export const jobQuery = z.object({
  state: z.enum(JOB_STATES).default('failed').describe('Return only jobs in this state.'),
  kind: z.string().optional().describe('Return only jobs of this kind.'),
  image: optionalNumber.describe('Return only jobs of the image with this ID.'),
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
    state: z.enum(JOB_STATES),
    attempts: z.int().meta({ description: 'How often it was started.', examples: [5] }),
    max_attempts: z.int().meta({ description: 'After how many attempts it fails.', examples: [5] }),
    priority: z.int().meta({ description: 'Jobs with lower numbers run first.', examples: [300] }),
    created_at: timestamp,
    waits_for_host_since: timestamp
      .nullable()
      .describe(
        'Since when what it needs, such as a disk or another service, fails. Null if it works.',
      ),
    run_at: timestamp.describe('When it is due.'),
    finished_at: timestamp.nullable().describe('When it failed or was done. Null in other states.'),
    image_id: z
      .int()
      .nullable()
      .meta({
        description: 'Id of its image, which may have been deleted. Null if it has none.',
        examples: [12],
      }),
    title: z
      .string()
      .nullable()
      .meta({
        description: 'Title of its image. Null if it has none, or the image was deleted.',
        examples: ['Bridge'],
      }),
    reference_id: z
      .string()
      .nullable()
      .meta({ description: 'Reference ID of its image.', examples: ['M 17'] }),
    collection: z
      .string()
      .nullable()
      .meta({ description: 'Slug of the collection of its image.', examples: ['album-3'] }),
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
    description:
      'Jobs of a state: the latest that failed or are done, the next jobs, or those that run.',
  })

export type JobPage = z.infer<typeof jobPage>

/** Body of `POST /api/v2/jobs/retry/`. */
export const retriedKind = z
  .object({
    kind: requiredText()
      .nullable()
      .meta({ description: 'Null for all kinds.', examples: ['derive'] }),
    image: requiredId()
      .optional()
      .meta({ description: 'Only jobs of this image.', examples: [12] }),
  })
  .meta({ id: 'RetriedKind', description: 'Which failed jobs run again.' })
export type RetriedKind = z.output<typeof retriedKind>

/** Response of `POST /api/v2/jobs/retry/`. */
export const queuedJobs = z
  .strictObject({
    queued: z.int().meta({ description: 'Number of jobs that wait again.', examples: [3] }),
  })
  .meta({ id: 'QueuedJobs', description: 'Jobs that run again.' })

export type QueuedJobs = z.infer<typeof queuedJobs>
