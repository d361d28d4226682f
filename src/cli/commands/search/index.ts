import { Command, type OptionValues } from '@commander-js/extra-typings'
import { DEFAULT_THRESHOLD } from '../../../core/base/limits.ts'
import type { Cli } from '../../cli.ts'
import type { Api } from '../../client/api.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import {
  addFilterOptions,
  toFilterParameters,
  type FilterFlags,
} from '../../options/filter-options.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { formatCount } from '../../terminal/format.ts'
import { hint, print } from '../../terminal/output.ts'
import type { SearchResult } from './response-schemas.ts'

/** A server that asks for a longer delay has stopped a search that took too long, and would stop it again. */
const MAX_DELAY_SECONDS = 5

/** Opens the API without an access token: searches find the same images for everyone. */
async function openSearchApi(cli: Cli): Promise<Api> {
  const { openApi } = await import('../../client/api.ts')
  const { openAnonymousSession } = await import('../../login/session.ts')
  const maxDelaySeconds = MAX_DELAY_SECONDS
  return openApi(cli, await openAnonymousSession(cli), { maxDelaySeconds })
}

/** Adds the options that all searches share. */
function addSearchOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  const paged = command
    .option('--page <number>', 'Page of the results', parsePositiveInteger, 1)
    .option('--page-size <number>', 'Results per page, at most 100', parsePositiveInteger, 20)
  return addFilterOptions(paged, [
    'source',
    'collection',
    'subject',
    'yearMin',
    'yearMax',
    'georeferenced',
  ])
}

interface SearchFlags extends FilterFlags {
  page: number
  pageSize: number
}

/**
 * Builds the query string of a search. Parameters without a value are left out.
 * @param own the search's own parameters
 */
async function buildSearchQuery(
  api: Api,
  own: Record<string, string | undefined>,
  flags: SearchFlags,
): Promise<string> {
  const { resolveFilters } = await import('../../client/resolve-filters.ts')
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined) query.set(name, value)
  }
  query.set('page', String(flags.page))
  query.set('page_size', String(flags.pageSize))
  const filters = await resolveFilters(api, toFilterParameters(flags))
  for (const [name, value] of Object.entries(filters)) query.set(name, value)
  return query.toString()
}

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
function reportResults(
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

/** Requests one page of a search that ranks by similarity, and prints it. @param own its own parameters */
async function reportRankedSearch(
  cli: Cli,
  search: 'text' | 'semantic' | 'similar',
  own: Record<string, string | undefined>,
  flags: SearchFlags,
): Promise<void> {
  const { rankedSearchResponse } = await import('./response-schemas.ts')
  const api = await openSearchApi(cli)
  const path = `/api/v2/search/${search}/?${await buildSearchQuery(api, own, flags)}`
  const found = await api.get(path, rankedSearchResponse)
  const hasMore = found.page * found.page_size < found.count
  reportResults(cli, { ...found, hasMore }, 'similarity')
}

const textSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('text')
      .description('Search titles, descriptions, comments and notes')
      .argument('<words...>', 'Text to search for')
      .option(
        '--threshold <number>',
        `How loose matches may be, from 0 to 1: higher is looser (default: ${DEFAULT_THRESHOLD})`,
      ),
  ).action((words, { threshold, ...flags }) =>
    reportRankedSearch(cli, 'text', { q: words.join(' '), threshold }, flags),
  )

const semanticSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('semantic')
      .description('Rank images by how well they show what a text describes')
      .argument('<words...>', 'Description of a picture'),
  ).action((words, flags) => reportRankedSearch(cli, 'semantic', { q: words.join(' ') }, flags))

const similarSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('similar')
      .description('Rank images by how much they look like an image')
      .argument('<id>', 'ID of an image'),
  ).action((image, flags) => reportRankedSearch(cli, 'similar', { image }, flags))

const inViewSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('in-view')
      .description('Search images that show a position, the nearest first')
      .argument('<lat>', 'Latitude in degrees (WGS 84)')
      .argument('<lon>', 'Longitude in degrees')
      .option('--radius <meters>', 'Greatest distance of the camera, at most 50000'),
  ).action(async (lat, lon, flags) => {
    const { inViewSearchResponse } = await import('./response-schemas.ts')
    const api = await openSearchApi(cli)
    const query = await buildSearchQuery(api, { lat, lon, radius: flags.radius }, flags)
    const found = await api.get(`/api/v2/search/in-view/?${query}`, inViewSearchResponse)
    reportResults(cli, { ...found, hasMore: found.has_more }, 'distance_m')
  })

export const searchCommand = createCommandGroup('search', 'Search the public images', [
  textSearchCommand,
  semanticSearchCommand,
  similarSearchCommand,
  inViewSearchCommand,
])
