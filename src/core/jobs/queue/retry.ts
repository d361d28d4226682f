import { sql } from 'kysely'
import type { Micros } from '../../clock.ts'
import { MAX_ATTEMPTS, type JobPriority } from './enqueue.ts'
import { inList } from '../../db/in-list.ts'
import type { Tx } from '../../db/store.ts'

const FAILED = sql.lit('failed' as const)
const QUEUED = sql.lit('queued' as const)

/** Makes failed and queued jobs due now and resets their attempts. @returns the ids of these jobs */
export async function retryJobs(tx: Tx, ids: number[], now: Micros): Promise<number[]> {
  const retried = await tx
    .updateTable('job')
    .set({ ...RESET, run_at: now })
    .where('id', 'in', ids)
    .where('state', 'in', ['failed', 'queued'])
    .returning('id')
    .execute()
  return retried.map(({ id }) => id)
}

const RESET = {
  state: 'queued',
  attempts: 0,
  alone: 0,
  finished_at: null,
  waiting_since: null,
} as const

export interface FailedJobs {
  kind?: string
  imageId?: number
  /** Maximum number of jobs, the oldest failure first. */
  limit: number
}

/**
 * Requeues failed jobs, oldest failure first. Repeated calls with the same `before` end even if jobs fail again
 * meanwhile.
 * @param before requeue only jobs that failed by this time
 * @returns the number of requeued jobs
 */
export async function retryFailedJobs(
  tx: Tx,
  { kind, imageId, limit }: FailedJobs,
  { now, before }: { now: Micros; before: Micros },
): Promise<number> {
  const failed = tx
    .selectFrom('job')
    .select('id')
    .where('state', '=', FAILED)
    .where('finished_at', '<=', before)
    .$if(kind !== undefined, (job) => job.where('kind', '=', kind ?? ''))
    .$if(imageId !== undefined, (job) => job.where('image_id', '=', imageId ?? 0))
    .orderBy('finished_at')
    .limit(limit)
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ ...RESET, run_at: now })
    .where('id', 'in', failed)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The column that the jobs of a kind depend on, and the member of their payload with its value. */
const DEPENDENCIES = {
  derive: { column: sql.ref('file_version'), member: 'version' },
  tile: { column: sql.ref('picture'), member: 'picture' },
} as const

interface ImageJobs {
  priority: JobPriority
  now: Micros
}

/**
 * Enqueues a job for each image with a file, unless one for the current file is queued or running already. Deletes
 * earlier failures of these images. @returns the number of enqueued jobs
 */
export async function enqueueImageJobs(
  tx: Tx,
  kind: keyof typeof DEPENDENCIES,
  imageIds: readonly number[],
  { priority, now }: ImageJobs,
): Promise<number> {
  const { column, member } = DEPENDENCIES[kind]
  const path = `$.${member}`
  const wanted = sql`image.id in ${inList(imageIds)}
    and image.file_version is not null
    and image.id not in (
      select job.image_id from job
      join image as other on other.id = job.image_id
      where job.image_id in ${inList(imageIds)}
        and job.kind = ${kind} and job.state in ('queued', 'running')
        and coalesce(json_extract(job.payload, ${path}), other.${column}) = other.${column}
    )`
  await sql`delete from job where kind = ${kind} and state = ${FAILED}
    and image_id in (select image.id from image where ${wanted})`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into job (kind, image_id, payload, state, priority, attempts, max_attempts, run_at, created_at)
    select ${kind}, image.id, json_object(${member}, image.${column}), ${QUEUED},
      ${priority}, 0, ${MAX_ATTEMPTS}, ${now}, ${now}
    from image where ${wanted} order by image.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
