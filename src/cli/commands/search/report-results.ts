import type { Cli } from '../../cli.ts'
import { formatCount } from '../../terminal/format.ts'
import { hint, print } from '../../terminal/output.ts'
import type { SearchResult } from './response-schemas.ts'

interface ResultsPage {
  /** Number of results on all pages. Null if it is unknown. */
  count: number | null
  page: number
  hasMore: boolean
  results: readonly SearchResult[]
}

/**
 * Prints one page of results. Tells people how many there are, and how to get the next page.
 * @param measure the member by which the results are sorted
 */
export function reportResults(
  cli: Cli,
  { count, page, hasMore, results }: ResultsPage,
  measure: 'similarity' | 'distance_m',
): void {
  const rows = results.map((result) => ({ ...result, collection_name: result.collection.name }))
  print(cli, rows, ['id', measure, 'title', 'date_display', 'collection_name'], ['permalink'])
  if (count !== null) hint(cli, `${formatCount(count, 'image')} found.`)
  else if (results.length === 0) hint(cli, 'No images found.')
  if (hasMore) hint(cli, `More results: --page ${page + 1}`)
}
