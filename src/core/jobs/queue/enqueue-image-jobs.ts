import { sql } from 'kysely'
import type { Micros } from '../../clock.ts'
import { inList } from '../../db/in-list.ts'
import type { Tx } from '../../db/store.ts'
import { MAX_ATTEMPTS, type JobPriority } from './enqueue.ts'

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
  await sql`delete from job where kind = ${kind} and state = 'failed'
    and image_id in (select image.id from image where ${wanted})`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into job (kind, image_id, payload, state, priority, attempts, max_attempts, run_at, created_at)
    select ${kind}, image.id, json_object(${member}, image.${column}), 'queued',
      ${priority}, 0, ${MAX_ATTEMPTS}, ${now}, ${now}
    from image where ${wanted} order by image.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
