import type { Micros } from '../../base/clock.ts'
import type { Reads } from '../../database/store.ts'

export interface JobProblems {
  /** Jobs that failed for good. */
  failed: number
  /** Running jobs whose lease has expired. */
  abandoned: number
  /** Jobs that should have started before `overdue`. */
  overdue: number
  /** Waiting jobs that start after `misdated`: the clock was ahead when they were dated. */
  misdated: number
  /** Whether an administrator paused the queue. */
  paused: boolean
}

export async function findJobProblems(
  reads: Reads,
  { now, overdue, misdated }: { now: Micros; overdue: Micros; misdated: Micros },
): Promise<JobProblems> {
  const counts = await reads
    .selectFrom('job')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      fn
        .countAll<number>()
        .filterWhere((job) =>
          job.and([job('state', '=', 'running'), job('leased_until', '<', now)]),
        )
        .as('abandoned'),
      fn
        .countAll<number>()
        .filterWhere((job) => job.and([job('state', '=', 'queued'), job('run_at', '<', overdue)]))
        .as('overdue'),
      fn
        .countAll<number>()
        .filterWhere((job) => job.and([job('state', '=', 'queued'), job('run_at', '>', misdated)]))
        .as('misdated'),
    ])
    .executeTakeFirstOrThrow()
  const pause = await reads.selectFrom('job_pause').select('since').executeTakeFirst()
  return { ...counts, paused: pause !== undefined }
}

/** Counts pending slots that expired before a time, and whose uploads were not deleted since. */
export async function countLateSlots(reads: Reads, before: Micros): Promise<number> {
  const { count } = await reads
    .selectFrom('slot')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'pending')
    .where('expires_at', '<', before)
    .executeTakeFirstOrThrow()
  return count
}

/** Reads one row. @throws the error of the database if it cannot be read */
export async function checkReadable(reads: Reads): Promise<void> {
  await reads.selectFrom('setting').select('name').limit(1).execute()
}
