import type { Cli } from '../../cli.ts'
import { reportResults } from './report-results.ts'
import { buildSearchQuery, type SearchFlags } from './search-options.ts'

/** Requests one page of a search that ranks by similarity, and prints it. @param own its own parameters */
export async function reportRankedSearch(
  cli: Cli,
  search: 'text' | 'semantic' | 'similar',
  own: Record<string, string | undefined>,
  flags: SearchFlags,
): Promise<void> {
  const { openSearchApi } = await import('./open-search-api.ts')
  const { rankedSearchResponse } = await import('./response-schemas.ts')
  const api = await openSearchApi(cli)
  const path = `/api/v2/search/${search}/?${await buildSearchQuery(api, own, flags)}`
  const found = await api.get(path, rankedSearchResponse)
  const hasMore = found.page * found.page_size < found.count
  reportResults(cli, { ...found, hasMore }, 'similarity')
}
