import { imageQuery } from '../../../core/contract/image.ts'
import { parsePage } from '../../../core/model/page.ts'
import { countUnplaced } from '../../../core/queries/queues/placing.ts'
import { listImages } from '../../../core/queries/images/images.ts'
import { toImageFilter } from '../../http/list-filters.ts'
import { IMAGE_FILTERS } from '../../pages/images/filters.ts'
import { createImageListPage, createInvalidFiltersPage } from '../../pages/images/image-list.ts'
import { listUrl } from '../../pages/parts/list-url.ts'
import { presentImage } from '../../presenters/image.ts'
import { readFilters, readParameters } from './image-filters.ts'
import { pageRoute } from './page-route.ts'

/** Divides by the number of columns at most widths. */
const PAGE_SIZE = 60

const FILTERS = [...IMAGE_FILTERS, 'ordering'] as const

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
      modified_since: true,
    }),
  },
  hasRedirects: true,
  errorResponses: {
    400: 'A filter is invalid. The page shows which.',
    404: 'The page number is out of range.',
  },
  async show(visit, { catalog, query, links }) {
    const { given, others, empty } = readParameters(query, FILTERS, ['page'], '/images/')
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
    const page = { ...parsePage(others), size: PAGE_SIZE }
    const filter = toImageFilter(parsed.data, 'public')
    const [{ rows, count }, decades, unplaced] = await Promise.all([
      listImages(catalog, filter, parsed.data.ordering, page),
      catalog.lists.ask('decades', { ...filter, yearMin: undefined, yearMax: undefined }),
      filter.georeferenced === true
        ? 0
        : countUnplaced(catalog, { ...filter, georeferenced: undefined }),
    ])
    const images = rows.map((image) => presentImage(image, links, visit.language))
    return createImageListPage(visit, {
      filters,
      paging: { page, count },
      images,
      decades,
      unplaced,
    })
  },
})
