import { inList, sortByIds } from '../db/in-list.ts'
import type { AreaFilter, PointFilter } from './lists/georeferences.ts'
import { visibleCollections } from './lists/visible.ts'
import type { Reads } from '../db/store.ts'
import { notFound } from '../errors.ts'
import type { Lists } from './lists/lists.ts'
import type { OrderTerm } from '../model/ordering.ts'
import type { GeoreferenceOrder } from '../model/orders.ts'
import type { PageRequest } from '../model/page.ts'
import type { Visibility } from '../model/visibility.ts'

/** One page of the images' newest points. */
export async function listPoints(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'findPage'> },
  filter: PointFilter,
  order: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await lists.findPage({ list: 'points', filter, terms: order, page })
  return { rows: await pointsById(reads, ids, filter.visibility), count }
}

/** One page of the from-above images' newest areas. */
export async function listAreas(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'findPage'> },
  filter: AreaFilter,
  order: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await lists.findPage({ list: 'areas', filter, terms: order, page })
  return { rows: await areasById(reads, ids, filter.visibility), count }
}

/** @throws CatalogError kind `not_found`, also for one that is not its image's newest, or not seen */
export async function getPoint(reads: Reads, id: number, visibility: Visibility) {
  const [point] = await pointsById(reads, [id], visibility)
  if (!point) throw notFound('Georeference not found.')
  return point
}

/** @throws CatalogError kind `not_found`, also for one that is not its image's newest, or not seen */
export async function getArea(reads: Reads, id: number, visibility: Visibility) {
  const [area] = await areasById(reads, [id], visibility)
  if (!area) throw notFound('Georeference not found.')
  return area
}

export type PlacedPointRow = Awaited<ReturnType<typeof getPoint>>
export type PlacedAreaRow = Awaited<ReturnType<typeof getArea>>

const SHOWN = [
  'placed.id',
  'placed.image_id',
  'placed.confidence',
  'placed.created_at',
  'current.validation_count',
  'user.username',
  'image.title as image_title',
  'image.generation',
] as const

async function pointsById(reads: Reads, ids: readonly number[], visibility: Visibility) {
  const rows = await reads
    .selectFrom('point_current as current')
    .innerJoin('georeference as placed', 'placed.id', 'current.id')
    .innerJoin('image', 'image.id', 'current.image_id')
    .innerJoin('user', 'user.id', 'current.user_id')
    .select(SHOWN)
    .select(['placed.latitude', 'placed.longitude', 'placed.direction'])
    .where('current.id', 'in', inList(ids))
    .where('current.collection_id', 'in', visibleCollections(reads, { visibility }))
    .execute()
  return sortByIds(ids, rows)
}

async function areasById(reads: Reads, ids: readonly number[], visibility: Visibility) {
  const rows = await reads
    .selectFrom('area_current as current')
    .innerJoin('from_above_georeference as placed', 'placed.id', 'current.id')
    .innerJoin('image', 'image.id', 'current.image_id')
    .innerJoin('user', 'user.id', 'current.user_id')
    .select(SHOWN)
    .select('placed.polygon')
    .where('current.id', 'in', inList(ids))
    .where('current.collection_id', 'in', visibleCollections(reads, { visibility }))
    .execute()
  return sortByIds(ids, rows)
}
