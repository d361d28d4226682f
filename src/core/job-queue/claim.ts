import type { Micros } from '../base/clock.ts'
import { preparedQuery, type Params } from '../database/prepared-query.ts'
import { literal } from '../database/expressions.ts'
import type { Reads, Selects, Tx } from '../database/store.ts'
import { computeRetryDelay } from './retry-delay.ts'
import { endRun } from './outcome.ts'
import { isPaused, selectPause } from './pause.ts'
import { JOB_KINDS, PRIORITY, type JobPriority } from './enqueue.ts'
import type { Row } from '../database/tables.ts'

/** A lease on a job. A runner that loses the lease has lost the job, and its result is discarded. */
export interface JobLease {
  lease: string
  until: Micros
}

/** The jobs that a runner can take. */
export interface JobSearch {
  now: Micros
  priorities: readonly JobPriority[]
}

/**
 * Literals, not parameters: SQLite uses a partial index only if the text of the statement implies the condition of
 * the index.
 */
const QUEUED = literal('queued' as const)
const RUNNING = literal('running' as const)

/** Whether a job is due or its lease has expired. False while the queue is paused. Idle servers ask every second. */
export async function hasDueJob(reads: Reads, { now, priorities }: JobSearch): Promise<boolean> {
  const key = priorities.join()
  const find = selectDue.get(key) ?? prepareDue(priorities)
  selectDue.set(key, find)
  const [found] = await find(reads, { now })
  return found?.paused === null && found.due !== null
}

/** By the priorities. */
const selectDue = new Map<string, ReturnType<typeof prepareDue>>()

/** One statement, which looks no further than the first job. */
function prepareDue(priorities: readonly JobPriority[]) {
  return preparedQuery((reads: Selects, { now }: Params<{ now: Micros }>) =>
    reads.selectNoFrom(({ fn }) => {
      const next = priorities.map((priority) => selectNextOf(reads, priority, now).select('id'))
      return [
        selectPause(reads).as('paused'),
        fn<number | null>('coalesce', [...next, selectExpired(reads, now), literal(null)]).as(
          'due',
        ),
      ]
    }),
  )
}

function selectExpired(reads: Selects, now: Params<{ now: Micros }>['now']) {
  return reads
    .selectFrom('job')
    .select('id')
    .where('state', '=', RUNNING)
    .where('leased_until', '<=', now)
    .limit(1)
}

/**
 * Claims the first due job of a kind that this version knows, and counts the attempt. A job that must run alone is only
 * claimed by an idle runner, and blocks the jobs behind it until then.
 */
export async function claimJob(
  tx: Tx,
  { lease, until }: JobLease,
  { isIdle, ...search }: JobSearch & { isIdle: boolean },
): Promise<Row<'job'> | undefined> {
  await requeueExpired(tx, { leasedUntil: search.now, now: search.now })
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

/** One index lookup per priority, regardless of the number of waiting jobs. */
async function findNext(reads: Selects, { now, priorities }: JobSearch) {
  for (const priority of priorities) {
    const [next] = await selectNext[priority](reads, { now })
    if (next) return next
  }
  return undefined
}

/** One statement per priority: with a parameter, SQLite would prepare the statement again each time. */
const selectNext = {
  [PRIORITY.soon]: prepareNextOf(PRIORITY.soon),
  [PRIORITY.next]: prepareNextOf(PRIORITY.next),
  [PRIORITY.later]: prepareNextOf(PRIORITY.later),
  [PRIORITY.embed]: prepareNextOf(PRIORITY.embed),
  [PRIORITY.reembed]: prepareNextOf(PRIORITY.reembed),
  [PRIORITY.last]: prepareNextOf(PRIORITY.last),
}

function prepareNextOf(priority: JobPriority) {
  return preparedQuery((reads: Selects, { now }: Params<{ now: Micros }>) =>
    selectNextOf(reads, priority, now).select(['id', 'alone']),
  )
}

function selectNextOf(reads: Selects, priority: JobPriority, now: Params<{ now: Micros }>['now']) {
  return (
    reads
      .selectFrom('job')
      .where('state', '=', QUEUED)
      .where('priority', '=', literal(priority))
      // Jobs of other kinds are for nodes of a later version.
      .where('kind', 'in', JOB_KINDS.map(literal))
      .where('run_at', '<=', now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
  )
}

/** Requeues all running jobs. Only the server of the catalog may call this, before it starts its runner. */
export function requeueAllJobs(tx: Tx, now: Micros): Promise<void> {
  return requeueExpired(tx, { leasedUntil: Number.MAX_SAFE_INTEGER, now })
}

/** An expired lease is rarely the fault of the job, so such a job gets this many times more attempts. */
const ATTEMPTS_FACTOR = 2

/**
 * Requeues jobs whose lease has expired, or fails them after the last attempt. The job may have crashed its runner,
 * so it is retried alone: immediately the first time, then with back-off.
 */
async function requeueExpired(
  tx: Tx,
  { leasedUntil, now }: { leasedUntil: Micros; now: Micros },
): Promise<void> {
  const jobs = await tx
    .selectFrom('job')
    .select(['id', 'lease', 'attempts', 'max_attempts', 'run_at'])
    .where('state', '=', RUNNING)
    .where('leased_until', '<=', leasedUntil)
    .$narrowType<{ lease: string }>()
    .execute()
  const last_error = 'The process that ran the job ended before it was done.'
  for (const job of jobs) {
    const { attempts } = job
    const isLast = attempts >= ATTEMPTS_FACTOR * job.max_attempts
    const run_at = attempts < 2 ? job.run_at : now + computeRetryDelay(attempts - 1, 0)
    await endRun(tx, job, {
      last_error,
      ...(isLast ? { state: 'failed', finished_at: now } : { state: 'queued', run_at, alone: 1 }),
    })
  }
}
