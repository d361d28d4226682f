import { pageQuery } from '../../../core/contract/list-query.ts'
import { sourceQuery } from '../../../core/contract/source.ts'
import { DEFAULT_COLLECTION_ORDER, DEFAULT_IMAGE_ORDER } from '../../../core/model/orders.ts'
import { parsePage, type PageRequest } from '../../../core/model/page.ts'
import { findSourceCovers } from '../../../core/queries/covers.ts'
import { listImages } from '../../../core/queries/images.ts'
import { countPlacedInSource } from '../../../core/queries/placed-counts.ts'
import { getSourceBySlugOrId, listSources } from '../../../core/queries/sources.ts'
import { createSourceListPage, createSourcePage } from '../../pages/collections/sources.ts'
import { collectionUrl } from '../../presentation-urls.ts'
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
    const source = await getSourceBySlugOrId(catalog.reads, params.source ?? '', 'public')
    const page = { number: parsePage(query).number, size: CARDS }
    const filter = { visibility: 'public', sources: [source.id] } as const
    const [{ collections, count }, share, images] = await Promise.all([
      readCollections(request, filter, { ordering: [DEFAULT_COLLECTION_ORDER], page }),
      countPlacedInSource(catalog.reads, source.id),
      listImages(catalog, filter, [DEFAULT_IMAGE_ORDER], FIRST_IMAGES),
    ])
    return createSourcePage(visit, {
      source: presentSource(source, links),
      share,
      paging: { page, count },
      collections,
      images: images.rows.map((image) => presentImage(image, links, visit.language)),
      iiifUrl: collectionUrl(links, { kind: 'source', id: source.id }),
    })
  },
})
