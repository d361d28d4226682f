import type { SelectQueryBuilder } from 'kysely'
import type { Micros } from '../../base/clock.ts'
import { expressions, literal } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import { hasProcessingState } from '../lists/processing-filter.ts'

/** Numbers of tasks that wait for staff. A count above `MAX_COUNTED` is `MAX_COUNTED + 1`. */
export interface StaffOverview {
  /** Reports that staff have not resolved. */
  flags: number
  /** Jobs that failed for good. */
  failedJobs: number
  /** Images whose picture cannot be decoded, or only in part. */
  damagedImages: number
  /** Upload slots that can still be used. */
  pendingUploads: number
}

/** Highest exact count, so that counting takes no longer in a catalog where much is left to do. */
export const MAX_COUNTED = 1000

/** Counts what waits for staff, each from an index. */
export async function getStaffOverview(reads: Reads, now: Micros): Promise<StaffOverview> {
  const [flags, failedJobs, damagedImages, pendingUploads] = await Promise.all([
    countSome(reads, reads.selectFrom('flag').select('id').where('resolved_at', 'is', null)),
    countSome(
      reads,
      reads
        .selectFrom('job')
        .select('id')
        .where('state', '=', literal('failed' as const)),
    ),
    countSome(
      reads,
      reads
        .selectFrom('image')
        .select('id')
        .where(expressions.and(hasProcessingState(['damaged']))),
    ),
    countSome(
      reads,
      reads
        .selectFrom('slot')
        .select('id')
        .where('expires_at', '>', now)
        .where('state', '=', 'pending'),
    ),
  ])
  return { flags, failedJobs, damagedImages, pendingUploads }
}

async function countSome<DB, Table extends keyof DB, Row>(
  reads: Reads,
  rows: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const { count } = await reads
    .selectFrom(rows.limit(MAX_COUNTED + 1).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
