import { groupedSearchQuery, groupedSearchResults } from '../../core/contract/grouped-search.ts'
import { parseParameters } from '../../core/contract/parse-fields.ts'
import { readQuery } from '../../core/model/search/read-query.ts'
import { searchGroups } from '../../core/queries/searches/grouped-search.ts'
import { toImageSearchFilter } from '../http/list-filters.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { presentGroupedSearch } from '../presenters/grouped-search.ts'

const FIRST_PAGE = { number: 1, size: 20 }

export const groupedSearchRoute = route({
  method: 'GET',
  path: '/api/v2/search/',
  cacheable: true,
  summary: 'Search everything by text',
  responses: { 200: groupedSearchResults },
  errorResponses: {
    400: 'A parameter is missing or invalid.',
    503: 'The search took too long, or too many searches are waiting.',
  },
  errorKey: 'error',
  handlerInput: { query: groupedSearchQuery },
  async handle({ catalog, query, links, clientAddress, disconnectSignal }) {
    const { q, group, page, page_size, ordering, ...filters } = parseParameters(
      groupedSearchQuery,
      query,
    )
    const search = {
      query: readQuery(q),
      filter: toImageSearchFilter(filters),
      order: ordering,
      group: group ?? null,
      page: group ? { number: page, size: page_size } : FIRST_PAGE,
    }
    const searcher = { client: clientAddress(), signal: disconnectSignal() }
    const found = await searchGroups(catalog, search, searcher)
    return json(presentGroupedSearch(found, { links }))
  },
})
