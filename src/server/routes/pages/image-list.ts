import { imageQuery, type ImageQuery } from '../../../core/contract/image.ts'
import { MAX_PAGE_SIZE } from '../../../core/limits.ts'
import { DEFAULT_COLLECTION_ORDER, DEFAULT_SOURCE_ORDER } from '../../../core/model/orders.ts'
import { parsePage } from '../../../core/model/page.ts'
import { findFilterNames } from '../../../core/queries/filter-names.ts'
import { listCollections } from '../../../core/queries/collections.ts'
import { listImages } from '../../../core/queries/images.ts'
import { listSources } from '../../../core/queries/sources.ts'
import { listSubjects } from '../../../core/queries/subjects.ts'
import { toImageFilter } from '../../list-filters.ts'
import {
  IMAGE_FILTERS,
  IMAGE_ORDERINGS,
  type GivenFilters,
  type ShownFilters,
} from '../../pages/images/filters.ts'
import { createImageListPage, createInvalidFiltersPage } from '../../pages/images/image-list.ts'
import { listUrl } from '../../pages/parts/list-url.ts'
import { presentImage } from '../../presenters/image.ts'
import type { RouteRequest } from '../../route.ts'
import { pageRoute } from './page-route.ts'

/** Divides by the number of columns at most widths. */
const PAGE_SIZE = 60

const OPTIONS = { number: 1, size: MAX_PAGE_SIZE }

const PARAMETERS = [...IMAGE_FILTERS, 'ordering', 'page'] as const

export const imageListPageRoute = pageRoute({
  path: '/images/',
  mayLag: true,
  summary: 'Show a list of images',
  handlerInput: {
    query: imageQuery.omit({
      page_size: true,
      reference_id: true,
      sha256: true,
      id: true,
      processing: true,
    }),
  },
  hasRedirects: true,
  errorResponses: {
    400: 'A filter is invalid. The page shows which.',
    404: 'The page number is out of range.',
  },
  async show(visit, { catalog, query, links }) {
    const { page: number, given, empty } = readParameters(query)
    if (empty.length > 0) {
      const without = Object.fromEntries(empty.map((name) => [name, null]))
      return { redirectTo: listUrl(visit, without) }
    }
    const parsed = imageQuery.safeParse(given)
    const filters = await readFilters(catalog, given, parsed.data)
    if (!parsed.success) {
      const invalid = new Set(parsed.error.issues.map(({ path }) => String(path[0])))
      return createInvalidFiltersPage(visit, { ...filters, invalid })
    }
    const page = { ...parsePage({ page: number }), size: PAGE_SIZE }
    const filter = toImageFilter(parsed.data, 'public')
    const [{ rows, count }, decades] = await Promise.all([
      listImages(catalog, filter, parsed.data.ordering, page),
      catalog.lists.countDecades({ ...filter, yearMin: undefined, yearMax: undefined }),
    ])
    const images = rows.map((image) => presentImage(image, links))
    return createImageListPage(visit, { filters, paging: { page, count }, images, decades })
  },
})

interface Parameters {
  given: GivenFilters
  page?: string
  /** Parameters that filter nothing, as a form sends its fields. */
  empty: string[]
}

function readParameters(query: unknown): Parameters {
  const texts = query as Record<string, string>
  const known = PARAMETERS.flatMap((name) => {
    const text = texts[name]?.trim()
    return text === undefined ? [] : [[name, text === IMAGE_ORDERINGS[0] ? '' : text] as const]
  })
  const { page, ...given } = Object.fromEntries(known.filter(([, text]) => text !== ''))
  const empty = known.filter(([, text]) => text === '').map(([name]) => name)
  return { given, empty, ...(page !== undefined && { page }) }
}

/** Reads the options of the form, and the names of what the filters refer to. */
async function readFilters(
  { reads }: RouteRequest['catalog'],
  given: GivenFilters,
  query?: ImageQuery,
): Promise<ShownFilters> {
  const visibility = 'public'
  const scope = { visibility, sources: query?.source } as const
  const [names, sources, collections, subjects] = await Promise.all([
    findFilterNames(reads, query ? toImageFilter(query, visibility) : { visibility }),
    listSources(reads, { visibility }, [DEFAULT_SOURCE_ORDER], OPTIONS),
    listCollections(reads, scope, [DEFAULT_COLLECTION_ORDER], OPTIONS),
    listSubjects(reads, { visibility }, [{ field: 'image_count', descending: true }], OPTIONS),
  ])
  return {
    given,
    query,
    names,
    invalid: new Set(),
    sources: sources.rows.map(({ id, name }) => ({ value: String(id), label: name })),
    collections:
      collections.count > OPTIONS.size
        ? null
        : collections.rows.map((row) => ({
            value: String(row.id),
            label: query?.source ? row.name : `${row.name} (${row.source_name})`,
          })),
    subjects: subjects.rows.map(({ id, title }) => ({ value: String(id), label: title })),
    hasMoreSubjects: subjects.count > OPTIONS.size,
  }
}
