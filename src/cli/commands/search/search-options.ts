import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { Api } from '../../client/api.ts'
import {
  addFilterOptions,
  toFilterParameters,
  type FilterFlags,
} from '../../options/filter-options.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'

/** Adds the options that all searches share. */
export function addSearchOptions<Args extends unknown[], Flags extends OptionValues>(
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

export interface SearchFlags extends FilterFlags {
  page: number
  pageSize: number
}

/**
 * Builds the query string of a search. Parameters without a value are left out.
 * @param own the search's own parameters
 */
export async function buildSearchQuery(
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
