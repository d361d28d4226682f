import { z } from 'zod'
import { formatTimestamp } from '../../../core/base/clock.ts'
import { pageQuery } from '../../../core/contract/list-query.ts'
import { DEFAULT_GEOREFERENCE_ORDER, DEFAULT_USER_ORDER } from '../../../core/model/orders.ts'
import { parsePage } from '../../../core/model/page.ts'
import { getContributor, listContributors } from '../../../core/queries/people/contributors.ts'
import {
  listAreas,
  listPoints,
  type PlacementRow,
} from '../../../core/queries/places/georeferences.ts'
import { thumbnailUrl } from '../../presenters/image-urls.ts'
import type { Links } from '../../http/links.ts'
import { createContributorListPage } from '../../pages/contributor-list.ts'
import { createContributorPage, type PlacedImage } from '../../pages/contributor.ts'
import { parseId } from '../../http/parse-id.ts'
import { presentUser } from '../../presenters/user.ts'
import { readCatalogMap } from './catalog-map.ts'
import { pageRoute } from './page-route.ts'

const PAGE_SIZE = 36
const AREAS = { number: 1, size: 12 }

const PEOPLE = 60

/** The page's own order: `point_georeferences` counts nearly all placements. */
const MOST_FIRST = [{ field: 'point_georeferences', descending: true }, DEFAULT_USER_ORDER] as const

export const contributorListPageRoute = pageRoute({
  path: '/contributors/',
  mayLag: true,
  summary: 'Show the contributors',
  query: pageQuery.pick({ page: true }).extend({
    ordering: z.string().optional().describe('`username`: by name.'),
  }),
  async show(visit, { catalog, query }) {
    const page = { number: parsePage(query).number, size: PEOPLE }
    const isByCount = query.ordering !== DEFAULT_USER_ORDER.field
    const order = isByCount ? MOST_FIRST : [DEFAULT_USER_ORDER]
    const { rows, count } = await listContributors(catalog.reads, 'public', order, page)
    const users = rows.map(presentUser)
    return createContributorListPage(visit, { paging: { page, count }, users, isByCount })
  },
})

export const contributorPageRoute = pageRoute({
  path: '/contributors/:id/',
  mayLag: true,
  summary: 'Show a contributor',
  query: pageQuery.pick({ page: true }),
  async show(visit, { catalog, params, query, links }) {
    const user = await getContributor(catalog.reads, parseId(params.id, 'Contributor'), 'public')
    const page = { number: parsePage(query).number, size: PAGE_SIZE }
    const filter = { visibility: 'public', users: [user.id] } as const
    const [points, areas, map] = await Promise.all([
      listPoints(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], page),
      listAreas(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], AREAS),
      readCatalogMap({ catalog, links }, { points: filter, areas: filter }),
    ])
    return createContributorPage(visit, {
      user: presentUser(user),
      paging: { page, count: points.count },
      points: points.rows.map((row) => presentPlacedImage(row, links)),
      areas: areas.rows.map((row) => presentPlacedImage(row, links)),
      map,
    })
  },
})

function presentPlacedImage(row: PlacementRow, links: Links): PlacedImage {
  const { image_id: id, image_title: title, generation, created_at } = row
  const thumbnail = thumbnailUrl(links, { id, generation })
  return { id, title, thumbnail, placedAt: formatTimestamp(created_at) }
}
