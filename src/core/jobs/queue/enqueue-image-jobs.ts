import { sql, type RawBuilder } from 'kysely'
import type { Micros } from '../../clock.ts'
import { inList, jsonField, jsonObject } from '../../db/dialect.ts'
import type { Tx } from '../../db/store.ts'
import { MAX_ATTEMPTS, type JobKind, type JobPriority } from './enqueue.ts'

interface Input {
  /** Member of the payload. */
  member: string
  /** Its current value for an image. Null if the job cannot be done. */
  valueOf: (image: 'image' | 'other') => RawBuilder<string | null>
}

/** What the jobs of a kind depend on. */
const INPUTS = {
  derive: { member: 'version', valueOf: (image) => sql.ref(`${image}.file_version`) },
  tile: { member: 'picture', valueOf: (image) => sql.ref(`${image}.picture`) },
  embed: { member: 'input', valueOf: selectEmbeddingInput },
} as const satisfies Partial<Record<JobKind, Input>>

/**
 * SQL for the wanted model and the picture of an image, as one text. Null if no model is wanted, or if there is no
 * display version of the current picture.
 */
export function selectEmbeddingInput(image: 'image' | 'other'): RawBuilder<string | null> {
  const [picture, generation] = [`${image}.picture`, `${image}.generation_picture`]
  return sql`(select embedding_model.id || ' ' || ${sql.ref(picture)} from embedding_model
    where wanted = 1 and ${sql.ref(generation)} = ${sql.ref(picture)})`
}

interface ImageJobs {
  priority: JobPriority
  now: Micros
}

/**
 * Enqueues a job for each image with an input, unless one for the current input is queued or running already. Deletes
 * earlier failures of these images. @returns the number of enqueued jobs
 */
export async function enqueueImageJobs(
  tx: Tx,
  kind: keyof typeof INPUTS,
  imageIds: readonly number[],
  { priority, now }: ImageJobs,
): Promise<number> {
  const { member, valueOf } = INPUTS[kind]
  const wanted = sql`image.id in ${inList(imageIds)}
    and ${valueOf('image')} is not null
    and image.id not in (
      select job.image_id from job
      join image as other on other.id = job.image_id
      where job.image_id in ${inList(imageIds)}
        and job.kind = ${kind} and job.state in ('queued', 'running')
        and coalesce(${jsonField(sql.ref('job.payload'), member)}, ${valueOf('other')}) = ${valueOf('other')}
    )`
  await sql`delete from job where kind = ${kind} and state = 'failed'
    and image_id in (select image.id from image where ${wanted})`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into job (kind, image_id, payload, state, priority, attempts, max_attempts, run_at, created_at)
    select ${kind}, image.id, ${jsonObject({ [member]: valueOf('image') })}, 'queued',
      ${priority}, 0, ${MAX_ATTEMPTS}, ${now}, ${now}
    from image where ${wanted} order by image.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
