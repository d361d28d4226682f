import type { Reads } from '../database/store.ts'
import type { JobState } from '../model/job-states.ts'
import { column, expressions, literal } from '../database/expressions.ts'

/** The first columns of the order of each state, which ends with the time of the next run and the id. */
const ORDERS = {
  failed: ['finished_at', 'desc'],
  queued: ['priority', 'asc'],
  running: ['leased_until', 'asc'],
  done: ['finished_at', 'desc'],
} as const

/** The place of a job in the list of its state. */
export type JobPosition = readonly [first: number, runAt: number, id: number]

interface JobPageQuery {
  state: JobState
  kind?: string | undefined
  imageId?: number | undefined
  /** Only jobs after this place. */
  after?: JobPosition | undefined
  limit: number
}

/** Lists jobs of a state with their images: the latest that failed or are done, the next jobs or those that run. */
export async function listJobPage(
  reads: Reads,
  { state, kind, imageId, after, limit }: JobPageQuery,
) {
  const [first, direction] = ORDERS[state]
  const place = [column<number>(`job.${first}`), column<number>('job.run_at')] as const
  const id = column<number>('job.id')
  const jobs = reads
    .selectFrom('job')
    .leftJoin('image', 'image.id', 'job.image_id')
    .leftJoin('collection', 'collection.id', 'image.collection_id')
    .select(['job.id', 'job.kind', 'job.attempts', 'job.run_at', 'job.last_error'])
    .select(['job.finished_at', 'job.waiting_since', 'job.image_id', 'image.title'])
    .select(['job.max_attempts', 'job.priority', 'job.created_at'])
    .select(['image.generation', 'image.reference_id', 'collection.slug as collection'])
    .select(place[0].as('first'))
    .where('job.state', '=', literal(state))
    .$if(kind !== undefined, (query) => query.where('job.kind', '=', kind ?? ''))
    .$if(imageId !== undefined, (query) => query.where('job.image_id', '=', imageId ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(
        expressions(
          expressions.refTuple(...place, id),
          direction === 'asc' ? '>' : '<',
          expressions.tuple(...(after ?? [0, 0, 0])),
        ),
      ),
    )
    .orderBy(place[0], direction)
    .orderBy('job.run_at', direction)
    .orderBy('job.id', direction)
    .limit(limit)
  const rows = await jobs.execute()
  return rows.map(({ first, ...job }) => ({
    ...job,
    position: [first, job.run_at, job.id] as JobPosition,
  }))
}

export type ListedJob = Awaited<ReturnType<typeof listJobPage>>[number]

/** Number of failures that are counted by kind. */
const MAX_COUNTED = 10_000

/** Counts the latest failed jobs by kind, the most frequent first. */
export function countFailuresByKind(reads: Reads): Promise<{ kind: string; count: number }[]> {
  const latest = reads
    .selectFrom('job')
    .select('kind')
    .where('state', '=', literal('failed' as const))
    .orderBy('finished_at', 'desc')
    .limit(MAX_COUNTED)
  return reads
    .selectFrom(latest.as('failed'))
    .select(({ fn }) => ['failed.kind', fn.countAll<number>().as('count')])
    .groupBy('failed.kind')
    .orderBy('count', 'desc')
    .orderBy('failed.kind')
    .execute()
}
