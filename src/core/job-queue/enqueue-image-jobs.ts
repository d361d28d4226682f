import type { Expression, ExpressionBuilder } from 'kysely'
import type { Micros } from '../base/clock.ts'
import { inList, jsonField, jsonObject } from '../database/sql.ts'
import { column, expressions, literal } from '../database/expressions.ts'
import type { Tx } from '../database/store.ts'
import type { Tables } from '../database/tables.ts'
import { MAX_ATTEMPTS, type JobKind, type JobPriority } from './enqueue.ts'

interface Input {
  /** Member of the payload. */
  member: string
  /** Its current value for an image. Null if the job cannot be done. */
  valueOf: (image: 'image' | 'other') => Expression<string | null>
}

/** Inputs of the jobs of each kind. */
const INPUTS = {
  derive: { member: 'version', valueOf: (image) => column(`${image}.file_version`) },
  tile: { member: 'picture', valueOf: (image) => column(`${image}.picture`) },
  embed: { member: 'input', valueOf: selectEmbeddingInput },
} as const satisfies Partial<Record<JobKind, Input>>

/**
 * SQL for the wanted model and the picture of an image, as one text. Null if no model is wanted, or if there is no
 * display version of the current picture.
 */
export function selectEmbeddingInput(image: 'image' | 'other'): Expression<string | null> {
  const picture = column<string>(`${image}.picture`)
  return expressions
    .selectFrom('embedding_model')
    .select((eb) =>
      eb(eb(eb.cast<string>('embedding_model.id', 'text'), '||', literal(' ')), '||', picture).as(
        'input',
      ),
    )
    .where('wanted', '=', literal(1))
    .where(column<string>(`${image}.generation_picture`), '=', picture)
    .$asScalar()
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
  const isWanted = needsJob(kind, imageIds)
  await tx
    .deleteFrom('job')
    .where('kind', '=', kind)
    .where('state', '=', literal('failed' as const))
    .where('image_id', 'in', (eb) => eb.selectFrom('image').select('image.id').where(isWanted))
    .execute()
  const { member, valueOf } = INPUTS[kind]
  const payload = jsonObject({ [member]: valueOf('image') })
  const jobs = tx
    .selectFrom('image')
    .select((eb) => [eb.val(kind).as('kind'), 'image.id', payload.as('payload')])
    .select((eb) => [literal('queued').as('state'), eb.val(priority).as('priority')])
    .select((eb) => [literal(0).as('attempts'), eb.val(MAX_ATTEMPTS).as('max_attempts')])
    .select((eb) => [eb.val(now).as('run_at'), eb.val(now).as('created_at')])
    .where(isWanted)
    .orderBy('image.id')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('job')
    .columns([
      'kind',
      'image_id',
      'payload',
      'state',
      'priority',
      'attempts',
      'max_attempts',
      'run_at',
      'created_at',
    ])
    .expression(jobs)
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** Builds the condition that one of these images has an input for which no job is queued or running. */
function needsJob(kind: keyof typeof INPUTS, imageIds: readonly number[]) {
  const { member, valueOf } = INPUTS[kind]
  return (eb: ExpressionBuilder<Tables, 'image'>) => {
    const current = valueOf('other')
    const underway = eb
      .selectFrom('job')
      .innerJoin('image as other', 'other.id', 'job.image_id')
      .select('job.image_id')
      .where('job.image_id', 'in', inList(imageIds))
      .where('job.kind', '=', kind)
      .where('job.state', 'in', [literal('queued' as const), literal('running' as const)])
      .where(({ eb, fn }) =>
        eb(fn.coalesce(jsonField(column('job.payload'), member), current), '=', current),
      )
    return eb.and([
      eb('image.id', 'in', inList(imageIds)),
      eb(valueOf('image'), 'is not', null),
      eb('image.id', 'not in', underway.$narrowType<{ image_id: number }>()),
    ])
  }
}
