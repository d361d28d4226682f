import type { Reads } from '../database/store.ts'
import { literal } from '../database/expressions.ts'
import { JOB_STATES, type JobState } from '../model/job-states.ts'

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
