import { percentile, showMs, startTable } from '../support/table.ts'
import { QUERY_CLASSES } from './queries.ts'
import type { SearchClient } from './search-client.ts'

const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8]
const LENGTHS = [1, 2, 3, 5, 8, 12, 20, 40, 80]
const THRESHOLD = 0.7
/** Makes the results others than those that the cache has from other measurements. */
const SHIFT = 1e-7

/** Shows how the time depends on the threshold, with the first query of each class, and on the number of words. */
export async function measureCurves(client: SearchClient): Promise<void> {
  const queries = QUERY_CLASSES.map((each) => each.queries[0]!)
  const rowOfThreshold = startTable('threshold', 'p50 CPU ms', 'max')
  for (const threshold of THRESHOLDS) {
    const times: number[] = []
    for (const q of queries)
      times.push((await client.searchText({ q, threshold: threshold + SHIFT })).cpuMs)
    rowOfThreshold(threshold, ...summarize(times))
  }
  const texts = QUERY_CLASSES.find(({ name }) => name.endsWith('characters'))!.queries
  const rowOfLength = startTable('words', 'p50 CPU ms', 'max')
  for (const length of LENGTHS) {
    const times: number[] = []
    for (const text of texts) {
      const q = text.split(' ').slice(0, length).join(' ')
      times.push((await client.searchText({ q, threshold: THRESHOLD - SHIFT })).cpuMs)
    }
    rowOfLength(length, ...summarize(times))
  }
}

function summarize(times: readonly number[]): string[] {
  return [percentile(times, 0.5), Math.max(...times)].map(showMs)
}
