import { countStatistics } from '../engine/sqlite/statistics.ts'
import type { Reads } from '../engine/sqlite/store.ts'
import { getSiteName } from './site-name.ts'

/** Figures about everything that is public. */
export async function siteStatistics(reads: Reads) {
  return { name: await getSiteName(reads), ...(await countStatistics(reads)) }
}

export type StatisticsRow = Awaited<ReturnType<typeof siteStatistics>>
