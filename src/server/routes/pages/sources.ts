import type { Catalog } from '../../../core/catalog/catalog.ts'
import { pageQuery } from '../../../core/contract/list-query.ts'
import { sourceQuery } from '../../../core/contract/source.ts'
import { DEFAULT_COLLECTION_ORDER, DEFAULT_IMAGE_ORDER } from '../../../core/model/orders.ts'
import { parsePage, type PageRequest } from '../../../core/model/page.ts'
import type { Visibility } from '../../../core/model/visibility.ts'
import { findSourceCovers } from '../../../core/queries/images/covers.ts'
import { listImages } from '../../../core/queries/images/images.ts'
import { countUnplaced } from '../../../core/queries/queues/placing.ts'
import { countPlacedInSource } from '../../../core/queries/places/placed-counts.ts'
import {
  getSource,
  getSourceBySlugOrId,
  listSources,
  type SourceRow,
} from '../../../core/queries/sources/sources.ts'
import { createSourceListPage, createSourcePage } from '../../pages/collections/sources.ts'
import { getVisitorVisibility, type Visit } from '../../pages/visit.ts'
import { collectionUrl } from '../../presenters/presentation-urls.ts'
import { presentCover } from '../../presenters/cover.ts'
import { presentImage } from '../../presenters/image.ts'
import { presentSource } from '../../presenters/source.ts'
import { readCollections } from './collections.ts'
import { pageRoute } from './page-route.ts'

const CARDS = 24
const FIRST_IMAGES: PageRequest = { number: 1, size: 12 }

export const sourceListPageRoute = pageRoute({
  path: '/sources/',
  mayLag: true,
  summary: 'Show the sources',
  query: sourceQuery.pick({ page: true, ordering: true }),
  async show(visit, { catalog: { reads }, query, links }) {
    const page = { number: parsePage(query).number, size: CARDS }
    const { rows, count } = await listSources(reads, { visibility: 'public' }, query.ordering, page)
    const covers = await findSourceCovers(
      reads,
      rows.map(({ id }) => id),
    )
    const sources = rows.map((row) => ({
      source: presentSource(row, links),
      cover: presentCover(covers(row.id), links),
    }))
    return createSourceListPage(visit, { paging: { page, count }, sources })
  },
})

export const sourcePageRoute = pageRoute({
  path: '/sources/:source/',
  mayLag: true,
  summary: 'Show a source',
  query: pageQuery.pick({ page: true }),
  async show(visit, request) {
    const { catalog, params, query, links } = request
    const source = await readSource(visit, catalog, params.source ?? '')
    const visibility = getVisibilityWithin(source)
    const page = { number: parsePage(query).number, size: CARDS }
    const filter = { visibility, sources: [source.id] }
    const [{ collections, count }, share, images, unplaced] = await Promise.all([
      readCollections(request, filter, { ordering: [DEFAULT_COLLECTION_ORDER], page }),
      countPlacedInSource(catalog.reads, source.id, visibility),
      listImages(catalog, filter, [DEFAULT_IMAGE_ORDER], FIRST_IMAGES),
      source.public === 1 ? countUnplaced(catalog, filter) : 0,
    ])
    return createSourcePage(visit, {
      source: presentSource(source, links),
      share,
      unplaced,
      paging: { page, count },
      collections,
      images: images.rows.map((image) => presentImage(image, links, visit.language)),
      iiifUrl: collectionUrl(links, { kind: 'source', id: source.id }),
    })
  },
})

/** Staff see a public source as everyone does, and one that is not public with all its collections. */
async function readSource(
  visit: Visit,
  { reads }: Pick<Catalog, 'reads'>,
  text: string,
): Promise<SourceRow> {
  const seen = getVisitorVisibility(visit)
  const source = await getSourceBySlugOrId(reads, text, seen)
  const within = getVisibilityWithin(source)
  // Its counts depend on the visibility.
  return within === seen ? source : getSource(reads, source.id, within)
}

function getVisibilityWithin(source: Pick<SourceRow, 'public'>): Visibility {
  return source.public === 1 ? 'public' : 'everything'
}
