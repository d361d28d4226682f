import { sql } from 'kysely'
import { MICROS_PER_SECOND, type Micros } from '../../clock.ts'
import { preparedQuery, type Params } from '../../db/prepared-query.ts'
import type { Reads, Selects, Tx } from '../../db/store.ts'
import { isPaused } from './pause.ts'
import { PRIORITY, type JobPriority } from './enqueue.ts'
import type { Row } from '../../db/tables.ts'

/** The right to work on a job: whoever no longer holds this lease has lost the job, and its result counts for nothing. */
export interface JobLease {
  lease: string
  until: Micros
}

/** What a runner is ready to take. */
export interface JobSearch {
  now: Micros
  lanes: readonly JobPriority[]
}

/**
 * Literals, not parameters: SQLite uses an index over part of a table only where the statement's own text
 * proves that it stays within that part.
 */
const QUEUED = sql.lit('queued' as const)
const RUNNING = sql.lit('running' as const)

/** Whether a job waits to be run, or has been left by a runner that died. False while the queue is paused. */
export async function hasDueJob(reads: Reads, { now, lanes }: JobSearch): Promise<boolean> {
  if (await isPaused(reads)) return false
  if (await findNext(reads, { now, lanes })) return true
  return (await selectDeserted(reads, { now })).length > 0
}

const selectDeserted = preparedQuery((reads: Selects, { now }: Params<{ now: Micros }>) =>
  reads
    .selectFrom('job')
    .select('id')
    .where('state', '=', RUNNING)
    .where('leased_until', '<=', now)
    .limit(1),
)

/**
 * Takes the first job that is due, counting the attempt. One that has to run alone is only given to a
 * runner that does nothing else, and those behind it wait for that.
 */
export async function claimJob(
  tx: Tx,
  { lease, until }: JobLease,
  { isIdle, ...search }: JobSearch & { isIdle: boolean },
): Promise<Row<'job'> | undefined> {
  await requeueJobs(tx, { leasedUntil: search.now, now: search.now })
  const next = (await isPaused(tx)) ? undefined : await findNext(tx, search)
  if (!next || (next.alone === 1 && !isIdle)) return undefined
  return tx
    .updateTable('job')
    .set((job) => ({ attempts: job('attempts', '+', 1) }))
    .set({ state: 'running', lease, leased_until: until })
    .where('id', '=', next.id)
    .where('state', '=', QUEUED)
    .returningAll()
    .executeTakeFirst()
}

/** A look into the index for each lane, however many jobs wait in it. */
async function findNext(reads: Selects, { now, lanes }: JobSearch) {
  for (const lane of lanes) {
    const [next] = await selectNext[lane](reads, { now })
    if (next) return next
  }
  return undefined
}

/** A statement for each lane: SQLite would prepare one for all anew each time, to see whether the index fits. */
const selectNext = {
  [PRIORITY.soon]: selectNextOf(PRIORITY.soon),
  [PRIORITY.later]: selectNextOf(PRIORITY.later),
  [PRIORITY.last]: selectNextOf(PRIORITY.last),
}

function selectNextOf(lane: JobPriority) {
  return preparedQuery((reads: Selects, { now }: Params<{ now: Micros }>) =>
    reads
      .selectFrom('job')
      .select(['id', 'alone'])
      .where('state', '=', QUEUED)
      .where('priority', '=', sql.lit(lane))
      .where('run_at', '<=', now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1),
  )
}

/** Takes back whatever is running; only for the one server of the catalogue, before it begins. */
export function requeueAllJobs(tx: Tx, now: Micros): Promise<void> {
  return requeueJobs(tx, { leasedUntil: Number.MAX_SAFE_INTEGER, now })
}

/** How long a job waits that has been left twice; four times as long each further time, up to the second. */
const DESERTED_TWICE: Micros = 10 * MICROS_PER_SECOND
const MOST_DESERTED: Micros = 3600 * MICROS_PER_SECOND

/** A server that is killed often has rarely the job to blame, so that it gets more attempts than one that fails. */
const PATIENCE = 2

/**
 * A job whose lease ends by then goes back to the queue; after its last attempt it has failed. It might be
 * what ended its runner, so that it is tried alone: at once the first time, and then later and later.
 */
async function requeueJobs(
  tx: Tx,
  { leasedUntil, now }: { leasedUntil: Micros; now: Micros },
): Promise<void> {
  const last_error = 'The process that worked on it ended before it was done.'
  const unheld = { lease: null, leased_until: null, last_error }
  await tx
    .updateTable('job')
    .set({ ...unheld, state: 'failed', finished_at: now })
    .where('state', '=', RUNNING)
    .where('leased_until', '<=', leasedUntil)
    .where(sql<boolean>`attempts >= ${sql.lit(PATIENCE)} * max_attempts`)
    .execute()
  await tx
    .updateTable('job')
    .set({ ...unheld, state: 'queued', alone: 1 })
    .set({ run_at: nextRun(now) })
    .where('state', '=', RUNNING)
    .where('leased_until', '<=', leasedUntil)
    .execute()
}

function nextRun(now: Micros) {
  const wait = sql`min(${DESERTED_TWICE} * (1 << 2 * (attempts - 2)), ${MOST_DESERTED})`
  return sql<Micros>`case when attempts < 2 then run_at else ${now} + ${wait} end`
}
