import type { Reads } from '../../database/store.ts'
import type { Lists } from '../lists/lists.ts'
import { getSiteName } from './site-name.ts'

/** Counts public records. */
export async function getStatistics({
  reads,
  lists,
}: {
  reads: Reads
  lists: Pick<Lists, 'countStatistics'>
}) {
  return { name: await getSiteName(reads), ...(await lists.countStatistics()) }
}

export type StatisticsRow = Awaited<ReturnType<typeof getStatistics>>
