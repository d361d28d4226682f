import type { Reads } from '../../database/store.ts'
import type { Lists } from '../lists/lists.ts'
import { getSiteName } from '../settings/site-name.ts'

/** Counts public records. */
export async function getStatistics({ reads, lists }: { reads: Reads; lists: Pick<Lists, 'ask'> }) {
  return { name: await getSiteName(reads), ...(await lists.ask('statistics', null)) }
}

export type StatisticsRow = Awaited<ReturnType<typeof getStatistics>>
