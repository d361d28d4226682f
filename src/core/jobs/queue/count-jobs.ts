import type { SelectQueryBuilder } from 'kysely'
import type { Reads } from '../../db/store.ts'
import { literal } from '../../db/expressions.ts'
import type { Row, Tables } from '../../db/tables.ts'

export type JobState = Row<'job'>['state']

export interface JobFilter {
  states: readonly JobState[]
  kind?: string | undefined
  imageId?: number | undefined
}

/** Order of each state: running jobs first, then the latest failures, then the next jobs. */
const ORDERS = {
  running: ['leased_until', 'asc'],
  failed: ['finished_at', 'desc'],
  queued: ['priority', 'asc'],
  done: ['finished_at', 'desc'],
} as const satisfies Record<JobState, readonly [keyof Tables['job'], 'asc' | 'desc']>

export const JOB_STATES = Object.keys(ORDERS) as JobState[]

/** Lists the first jobs of each state, with the title of their image. */
export async function listJobs(reads: Reads, filter: JobFilter, limit: number) {
  const jobs: Awaited<ReturnType<typeof listJobsOfState>> = []
  for (const state of JOB_STATES.filter((state) => filter.states.includes(state))) {
    const rest = limit - jobs.length
    if (rest > 0) jobs.push(...(await listJobsOfState(reads, { ...filter, state, limit: rest })))
  }
  return jobs
}

export type JobRow = Awaited<ReturnType<typeof listJobs>>[number]

interface StateQuery extends Omit<JobFilter, 'states'> {
  state: JobState
  limit: number
}

/** One statement per state, so that each uses its own index. */
function listJobsOfState(reads: Reads, { state, limit, ...filter }: StateQuery) {
  const [column, direction] = ORDERS[state]
  const jobs = filterJobs(reads.selectFrom('job').selectAll(), filter)
    .where('state', '=', literal(state))
    .orderBy(column, direction)
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .as('job')
  return reads
    .selectFrom(jobs)
    .leftJoin('image', 'image.id', 'job.image_id')
    .leftJoin('collection', 'collection.id', 'image.collection_id')
    .select(['job.id', 'job.kind', 'job.state', 'job.image_id', 'job.attempts', 'job.max_attempts'])
    .select(['job.priority', 'job.run_at', 'job.last_error', 'job.waiting_since'])
    .select(['job.created_at', 'job.finished_at'])
    .select(['image.title', 'image.reference_id', 'image.file_version', 'image.file_type'])
    .select('collection.slug as collection')
    .orderBy(column, direction)
    .orderBy('job.run_at')
    .orderBy('job.id')
    .execute()
}

function filterJobs<O>(
  jobs: SelectQueryBuilder<Tables, 'job', O>,
  { kind, imageId }: Pick<JobFilter, 'kind' | 'imageId'>,
) {
  return jobs
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(imageId !== undefined, (query) => query.where('image_id', '=', imageId ?? 0))
}

export type JobCounts = Record<JobState, number>

/** Counts the jobs of each state, from the indexes. */
export async function countJobs(reads: Reads): Promise<JobCounts> {
  const counted = await Promise.all(
    JOB_STATES.map(async (state) => {
      const { jobs } = await reads
        .selectFrom('job')
        .select((job) => job.fn.countAll<number>().as('jobs'))
        .where('state', '=', literal(state))
        .executeTakeFirstOrThrow()
      return [state, jobs] as const
    }),
  )
  return Object.fromEntries(counted) as JobCounts
}
