import { isAnyOf, inList } from '../../database/sql.ts'
import { column, expressions, literal } from '../../database/expressions.ts'
import { sortByIds } from '../../database/sort-by-ids.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { CONFIDENCE_RANKS, type AreaFilter, type PointFilter } from '../lists/georeferences.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import type { Reads } from '../../database/store.ts'
import type { Confidence } from '../../database/tables.ts'
import { notFound } from '../../base/errors.ts'
import type { Lists } from '../lists/lists.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { GeoreferenceOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'

/** One page of points, the newest of each image. */
export async function listPoints(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'ask'> },
  filter: PointFilter,
  order: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await lists.ask('page', { list: 'points', filter, terms: order, page })
  return { rows: await findPoints(reads, ids, filter.visibility), count }
}

/**
 * One page of areas, the newest of each from-above image. The polygons of a page may have megabytes: they are read later,
 * by `readPolygons`.
 */
export async function listAreas(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'ask'> },
  filter: AreaFilter,
  order: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await lists.ask('page', { list: 'areas', filter, terms: order, page })
  return {
    rows: sortByIds(ids, await measureAreas[filter.visibility](reads, toParams(ids))),
    count,
  }
}

export type MeasuredArea = Awaited<ReturnType<typeof listAreas>>['rows'][number]

/** Adds the polygons of areas, except those that have been deleted since they were listed. */
export async function readPolygons<Area extends { id: number }>(
  reads: Reads,
  areas: readonly Area[],
): Promise<(Area & { polygon: string })[]> {
  const found = await reads
    .selectFrom('from_above_georeference')
    .select(['id', 'polygon'])
    .where('id', 'in', inList(areas.map(({ id }) => id)))
    .execute()
  const polygons = new Map(found.map(({ id, polygon }) => [id, polygon]))
  return areas.flatMap((area) => {
    const polygon = polygons.get(area.id)
    return polygon === undefined ? [] : { ...area, polygon }
  })
}

/** @throws CatalogError kind `not_found`, also if it is not visible or not the newest of its image */
export async function getPoint(reads: Reads, id: number, visibility: Visibility) {
  const [point] = await findPoints(reads, [id], visibility)
  if (!point) throw notFound('Georeference not found.')
  return point
}

/** @throws CatalogError kind `not_found`, also if it is not visible or not the newest of its image */
export async function getArea(reads: Reads, id: number, visibility: Visibility) {
  const [area] = await findAreas(reads, [id], visibility)
  if (!area) throw notFound('Georeference not found.')
  return area
}

export type PointRow = Awaited<ReturnType<typeof getPoint>>
export type AreaRow = Awaited<ReturnType<typeof getArea>>

/** The columns that points and areas have in common. */
export type PlacementRow = Omit<AreaRow, 'polygon'>

const COLUMNS = [
  'current.id',
  'current.image_id',
  'current.created_at',
  'current.validation_count',
  'current.correct_count',
  'current.incorrect_count',
  'user.username',
  'image.title as image_title',
  'image.generation',
] as const

type Ids = Params<{ ids: string }>

const confidence = expressions
  .case(column<number>('current.confidence'))
  .when(literal(CONFIDENCE_RANKS.low))
  .then(literal<Confidence>('low'))
  .when(literal(CONFIDENCE_RANKS.medium))
  .then(literal<Confidence>('medium'))
  .else(literal<Confidence>('high'))
  .end()
  .as('confidence')

/** Without the table of all georeferences, which has nothing more that lists show. */
const selectPoints = (reads: Reads, { ids }: Ids) =>
  reads
    .selectFrom('point_current as current')
    .innerJoin('image', 'image.id', 'current.image_id')
    .innerJoin('user', 'user.id', 'current.user_id')
    .select(COLUMNS)
    .select(['current.latitude', 'current.longitude', 'current.direction', confidence])
    .where(isAnyOf(column('current.id'), ids))

const selectAnyAreas = (reads: Reads, { ids }: Ids) =>
  reads
    .selectFrom('area_current as current')
    .innerJoin('from_above_georeference as georef', 'georef.id', 'current.id')
    .innerJoin('image', 'image.id', 'current.image_id')
    .innerJoin('user', 'user.id', 'current.user_id')
    .select(COLUMNS)
    .select(confidence)
    .where(isAnyOf(column('current.id'), ids))

const selectAreas = (reads: Reads, params: Ids) =>
  selectAnyAreas(reads, params).select('georef.polygon')

const selectMeasuredAreas = (reads: Reads, params: Ids) =>
  selectAnyAreas(reads, params).select(({ fn }) =>
    fn<number>('octet_length', ['georef.polygon']).as('bytes'),
  )

const isPublic = (reads: Reads) => selectVisibleCollections(reads, { visibility: 'public' })

const readPoints = {
  everything: preparedQuery(selectPoints),
  public: preparedQuery((reads: Reads, params: Ids) =>
    selectPoints(reads, params).where('current.collection_id', 'in', isPublic(reads)),
  ),
}

const readAreas = {
  everything: preparedQuery(selectAreas),
  public: preparedQuery((reads: Reads, params: Ids) =>
    selectAreas(reads, params).where('current.collection_id', 'in', isPublic(reads)),
  ),
}

const measureAreas = {
  everything: preparedQuery(selectMeasuredAreas),
  public: preparedQuery((reads: Reads, params: Ids) =>
    selectMeasuredAreas(reads, params).where('current.collection_id', 'in', isPublic(reads)),
  ),
}

const toParams = (ids: readonly number[]) => ({ ids: JSON.stringify(ids) })

/** Reads the points that are visible, in the order of their ids. */
export async function findPoints(reads: Reads, ids: readonly number[], visibility: Visibility) {
  return sortByIds(ids, await readPoints[visibility](reads, toParams(ids)))
}

/** Reads the areas that are visible, in the order of their ids. */
export async function findAreas(reads: Reads, ids: readonly number[], visibility: Visibility) {
  return sortByIds(ids, await readAreas[visibility](reads, toParams(ids)))
}
