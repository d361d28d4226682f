import { sql } from 'kysely'
import type { Micros } from '../../clock.ts'
import type { Reads, Tx } from './store.ts'
import type { Row } from './tables.ts'

/** What the runner knows how to do; each kind has a file in `core/jobs`. */
export type JobKind = 'derive' | 'remove'

export interface NewJob {
  kind: JobKind
  imageId: number | null
  /** What the job needs beside the image's id. */
  payload?: object
  /** Earliest time to run. */
  runAt: Micros
  /** Lower runs first; 100 by default. */
  priority?: number
  maxAttempts?: number
}

/** Puts a job into the queue, in the transaction that makes it necessary. */
export async function enqueueJob(tx: Tx, job: NewJob, now: Micros): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      kind: job.kind,
      image_id: job.imageId,
      payload: JSON.stringify(job.payload ?? {}),
      state: 'queued',
      priority: job.priority ?? 100,
      attempts: 0,
      max_attempts: job.maxAttempts ?? 5,
      run_at: job.runAt,
      created_at: now,
    })
    .execute()
}

/** The right to work on a job: whoever no longer holds this lease has lost the job, and its result counts for nothing. */
export interface JobLease {
  lease: string
  until: Micros
}

/**
 * Literals, not parameters: SQLite uses an index over part of a table only where the statement's own text
 * proves that it stays within that part.
 */
const QUEUED = sql.lit('queued' as const)
const RUNNING = sql.lit('running' as const)

/** Whether a job waits to be run, or has been left by a runner that died. */
export async function hasDueJob(reads: Reads, now: Micros): Promise<boolean> {
  const { next_queued, next_deserted } = await reads
    .selectNoFrom((job) => [
      job
        .selectFrom('job')
        .select((job) => job.fn.min('run_at').as('at'))
        .where('state', '=', QUEUED)
        .as('next_queued'),
      job
        .selectFrom('job')
        .select((job) => job.fn.min('leased_until').as('at'))
        .where('state', '=', RUNNING)
        .as('next_deserted'),
    ])
    .executeTakeFirstOrThrow()
  return [next_queued, next_deserted].some((at) => at !== null && at <= now)
}

/** Takes the first job that is due, counting the attempt. */
export async function claimJob(
  tx: Tx,
  { lease, until }: JobLease,
  now: Micros,
): Promise<Row<'job'> | undefined> {
  await requeueDeserted(tx, now)
  return tx
    .updateTable('job')
    .set((job) => ({
      state: 'running',
      attempts: job('attempts', '+', 1),
      lease,
      leased_until: until,
    }))
    .where('id', '=', (job) =>
      job
        .selectFrom('job')
        .select('id')
        .where('state', '=', QUEUED)
        .where('run_at', '<=', now)
        .orderBy('priority')
        .orderBy('run_at')
        .orderBy('id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
}

/** A job whose lease ran out goes back to the queue; after its last attempt it has failed. */
async function requeueDeserted(tx: Tx, now: Micros): Promise<void> {
  const message = 'The process that worked on it ended before it was done.'
  await tx
    .updateTable('job')
    .set({ state: 'failed', lease: null, leased_until: null, last_error: message })
    .set({ finished_at: now })
    .where('state', '=', RUNNING)
    .where('leased_until', '<=', now)
    .whereRef('attempts', '>=', 'max_attempts')
    .execute()
  await tx
    .updateTable('job')
    .set({ state: 'queued', lease: null, leased_until: null, last_error: message })
    .where('state', '=', RUNNING)
    .where('leased_until', '<=', now)
    .execute()
}

/** Keeps a job for longer. False when it has been lost. */
export async function renewJob(tx: Tx, id: number, { lease, until }: JobLease): Promise<boolean> {
  return change(tx, { id, lease }, { leased_until: until })
}

/** Marks a job as done. False when it has been lost. */
export async function finishJob(tx: Tx, job: HeldJob, now: Micros): Promise<boolean> {
  return change(tx, job, { ...UNHELD, state: 'done', finished_at: now, last_error: null })
}

/** Forgets jobs that were done before then, a number at a time; what failed stays. @returns how many */
export async function dropDoneJobs(
  tx: Tx,
  { before, limit }: { before: Micros; limit: number },
): Promise<number> {
  const dropped = await tx
    .deleteFrom('job')
    .where('id', 'in', (job) =>
      job
        .selectFrom('job')
        .select('id')
        .where('state', '=', 'done')
        .where('finished_at', '<', before)
        .orderBy('finished_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(dropped.numDeletedRows)
}

/** Puts a job back for another attempt at `runAt`. */
export async function retryJob(
  tx: Tx,
  job: HeldJob,
  { runAt, error }: { runAt: Micros; error: string },
): Promise<boolean> {
  return change(tx, job, { ...UNHELD, state: 'queued', run_at: runAt, last_error: error })
}

/** Gives a job up. The row stays, for the administrator. */
export async function failJob(
  tx: Tx,
  job: HeldJob,
  { now, error }: { now: Micros; error: string },
): Promise<boolean> {
  return change(tx, job, { ...UNHELD, state: 'failed', finished_at: now, last_error: error })
}

/** Puts a job back as if it had never been begun. */
export async function giveBackJob(
  tx: Tx,
  { id, lease, attempts }: HeldJob & { attempts: number },
): Promise<boolean> {
  return change(tx, { id, lease }, { ...UNHELD, state: 'queued', attempts: attempts - 1 })
}

export interface HeldJob {
  id: number
  lease: string
}

const UNHELD = { lease: null, leased_until: null }

async function change(
  tx: Tx,
  { id, lease }: HeldJob,
  values: Partial<Row<'job'>>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('job')
    .set(values)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
