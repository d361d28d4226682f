import { collectionQuery } from '../../../core/contract/collection.ts'
import { DEFAULT_IMAGE_ORDER } from '../../../core/model/orders.ts'
import { parsePage, type PageRequest } from '../../../core/model/page.ts'
import {
  getCollection,
  listCollections,
  type CollectionRow,
} from '../../../core/queries/sources/collections.ts'
import { findCollectionCovers } from '../../../core/queries/images/covers.ts'
import { listImages } from '../../../core/queries/images/images.ts'
import { countUnplaced } from '../../../core/queries/queues/placing.ts'
import { countPlaced } from '../../../core/queries/places/placed-counts.ts'
import type { CollectionFilter } from '../../../core/queries/lists/sources-and-collections.ts'
import type { ShownCollection } from '../../pages/collections/collection-cards.ts'
import {
  createCollectionListPage,
  createCollectionPage,
} from '../../pages/collections/collections.ts'
import { getVisitorVisibility } from '../../pages/visit.ts'
import { parseId } from '../../http/parse-id.ts'
import { collectionUrl } from '../../presenters/presentation-urls.ts'
import { presentCollection } from '../../presenters/collection.ts'
import { presentCover } from '../../presenters/cover.ts'
import { presentImage } from '../../presenters/image.ts'
import type { RouteRequest } from '../../http/route.ts'
import { readCatalogMap } from './catalog-map.ts'
import { pageRoute } from './page-route.ts'

const CARDS = 24
const FIRST_IMAGES: PageRequest = { number: 1, size: 24 }

export const collectionListPageRoute = pageRoute({
  path: '/collections/',
  mayLag: true,
  summary: 'Show the collections',
  query: collectionQuery.pick({ page: true, ordering: true }),
  async show(visit, request) {
    const { query } = request
    const page = { number: parsePage(query).number, size: CARDS }
    const { collections, count } = await readCollections(
      request,
      { visibility: 'public' },
      { ordering: query.ordering, page },
    )
    return createCollectionListPage(visit, { paging: { page, count }, collections })
  },
})

export const collectionPageRoute = pageRoute({
  path: '/collections/:id/',
  mayLag: true,
  summary: 'Show a collection',
  async show(visit, { catalog, params, links }) {
    const id = parseId(params.id, 'Collection')
    const collection = await getCollection(catalog.reads, id, getVisitorVisibility(visit))
    const isPublic = collection.public === 1 && collection.source_public === 1
    const filter = { visibility: isPublic ? 'public' : 'everything', collections: [id] } as const
    const [images, placed, map, unplaced] = await Promise.all([
      listImages(catalog, filter, [DEFAULT_IMAGE_ORDER], FIRST_IMAGES),
      countPlaced(catalog.reads, [id]),
      // The tiles of maps show public images only.
      isPublic ? readCatalogMap({ catalog, links }, { points: filter, areas: filter }) : null,
      isPublic ? countUnplaced(catalog, { visibility: 'public', collections: [id] }) : 0,
    ])
    return createCollectionPage(visit, {
      collection: presentCollection(collection, links),
      isPublic,
      share: placed(id),
      unplaced,
      map,
      images: images.rows.map((image) => presentImage(image, links, visit.language)),
      iiifUrl: collectionUrl(links, { kind: 'collection', id }),
    })
  },
})

interface CollectionPage {
  ordering: Parameters<typeof listCollections>[2]
  page: PageRequest
}

/** Reads one page of collections with their covers and the share that is on the map. */
export async function readCollections(
  { catalog: { reads }, links }: Pick<RouteRequest, 'catalog' | 'links'>,
  filter: CollectionFilter,
  { ordering, page }: CollectionPage,
): Promise<{ collections: ShownCollection[]; count: number }> {
  const { rows, count } = await listCollections(reads, filter, ordering, page)
  const ids = rows.map(({ id }) => id)
  const [covers, placed] = await Promise.all([
    findCollectionCovers(reads, ids),
    countPlaced(reads, ids),
  ])
  const present = (row: CollectionRow): ShownCollection => ({
    collection: presentCollection(row, links),
    cover: presentCover(covers(row.id), links),
    share: placed(row.id),
  })
  return { collections: rows.map(present), count }
}
