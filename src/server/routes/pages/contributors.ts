import { formatTimestamp } from '../../../core/clock.ts'
import { pageQuery } from '../../../core/contract/list-query.ts'
import { DEFAULT_GEOREFERENCE_ORDER } from '../../../core/model/orders.ts'
import { parsePage } from '../../../core/model/page.ts'
import { getContributor } from '../../../core/queries/contributors.ts'
import {
  listAreas,
  listPoints,
  type AreaRow,
  type PointRow,
} from '../../../core/queries/georeferences.ts'
import { thumbnailUrl } from '../../image-urls.ts'
import type { Links } from '../../links.ts'
import { createContributorPage, type PlacedImage } from '../../pages/contributor.ts'
import { parseId } from '../../parse-id.ts'
import { presentUser } from '../../presenters/user.ts'
import { pageRoute } from './page-route.ts'

const PAGE_SIZE = 36
const AREAS = { number: 1, size: 12 }

export const contributorPageRoute = pageRoute({
  path: '/contributors/:id/',
  mayLag: true,
  summary: 'Show a contributor',
  query: pageQuery.pick({ page: true }),
  async show(visit, { catalog, params, query, links }) {
    const user = await getContributor(catalog.reads, parseId(params.id, 'Contributor'), 'public')
    const page = { number: parsePage(query).number, size: PAGE_SIZE }
    const filter = { visibility: 'public', users: [user.id] } as const
    const [points, areas] = await Promise.all([
      listPoints(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], page),
      listAreas(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], AREAS),
    ])
    return createContributorPage(visit, {
      user: presentUser(user),
      paging: { page, count: points.count },
      points: points.rows.map((row) => presentPlacedImage(row, links)),
      areas: areas.rows.map((row) => presentPlacedImage(row, links)),
    })
  },
})

function presentPlacedImage(row: PointRow | AreaRow, links: Links): PlacedImage {
  const { image_id: id, image_title: title, generation, created_at } = row
  const thumbnail = thumbnailUrl(links, { id, generation })
  return { id, title, thumbnail, placedAt: formatTimestamp(created_at) }
}
