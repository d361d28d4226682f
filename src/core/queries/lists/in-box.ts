import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Box, Span } from '../../model/geometry/box.ts'
import {
  isOnlyCounted,
  isOnlyDrawn,
  showsAreas,
  showsPoints,
} from '../../model/tiles/shown-on-map.ts'
import type { PlacementVerdict } from '../../model/placement-verdict.ts'
import {
  inList,
  selectAreasIntersecting,
  selectByBoundingBox,
  intersects,
  type FlatBox,
} from '../../database/sql.ts'
import { column, expressions, literal } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import { isDrawnAt, selectCenter, selectSides } from './area-sides.ts'
import { matchVerdict } from './match-verdict.ts'

/** Beyond this number of rows, a full scan is faster than the spatial index. Measured with a million images. */
const MAX_CANDIDATES = 20_000

/** Builds the condition that a row of `point_current` lies in the box. */
export async function matchPointInBox(
  reads: Reads,
  {
    alias,
    box,
    maxCandidates = MAX_CANDIDATES,
  }: { alias: string; box: Box; maxCandidates?: number },
): Promise<Expression<SqlBool>> {
  const isInside = isInBox(alias, box)
  const candidates = selectByBoundingBox('georeference', listFlatBoxes(box))
  if (!(await hasAtMost(reads, candidates, maxCandidates))) return isInside
  return expressions.and([isOneOf(alias, candidates), isInside])
}

/** Builds the condition that a row of `area_current` intersects the box, edges inclusive. */
export async function matchAreaInBox(
  reads: Reads,
  { alias, box }: { alias: string; box: Box },
): Promise<Expression<SqlBool>> {
  const rows = await reads
    .selectFrom(selectAreasIntersecting(listFlatBoxes(box)).as('area'))
    .select('id')
    .execute()
  return isOneOf(alias, inList(rows.map(({ id }) => id)))
}

/** Builds the condition that a map shows a row of `area_current` in the box. */
async function matchShownArea(
  reads: Reads,
  { alias, box }: { alias: string; box: Box },
): Promise<Expression<SqlBool>> {
  const { shown } = box
  if (shown?.zoom === undefined) return matchAreaInBox(reads, { alias, box })
  const areas = reads
    .selectFrom('from_above_georeference as made')
    .innerJoin('area_current as current', 'current.id', 'made.id')
    .select('made.id')
    .select(selectSides('made'))
    .as('area')
  const isDrawn = isDrawnAt(shown.zoom)
  const centers = reads
    .selectFrom(areas)
    .select('area.id')
    .select(selectCenter())
    .where((eb) => eb.not(isDrawn))
  const counted = reads
    .selectFrom(centers.as('placed'))
    .select('placed.id')
    .where(isInBox('placed', box))
  const drawn = reads.selectFrom(areas).select('area.id').where(isDrawn)
  const id = column<unknown>(`${alias}.id`)
  const isCounted = expressions(id, 'in', counted)
  if (isOnlyCounted(shown)) return isCounted
  const isInside = await matchAreaInBox(reads, { alias, box })
  const isDrawnInside = expressions.and([isInside, expressions(id, 'in', drawn)])
  return isOnlyDrawn(shown) ? isDrawnInside : expressions.or([isCounted, isDrawnInside])
}

/** Filters images by their point or area. An absent member does not filter. */
export interface PlacementFilter {
  /** By any of these contributors. */
  placedBy?: readonly number[] | undefined
  verdict?: PlacementVerdict | undefined
}

/** Builds the condition that a row of `image` has a point or an area in the box that matches a filter. */
export async function matchPlacedImage(
  reads: Reads,
  { box, placedBy, verdict }: PlacementFilter & { box: Box },
): Promise<Expression<SqlBool>> {
  const isPointInside = await matchPointInBox(reads, { alias: 'georef', box })
  const isAreaInside = await matchShownArea(reads, { alias: 'georef', box })
  const matching = [
    ...matchVerdict(verdict),
    ...(placedBy ? [expressions(column<number>('georef.user_id'), 'in', inList(placedBy))] : []),
  ]
  const points = reads
    .selectFrom('point_current as georef')
    .select('georef.image_id')
    .where(expressions.and([isPointInside, ...matching]))
  const areas = reads
    .selectFrom('area_current as georef')
    .select('georef.image_id')
    .where(expressions.and([isAreaInside, ...matching]))
  const placed = [
    ...(showsPoints(box.shown) ? [points] : []),
    ...(showsAreas(box.shown) ? [areas] : []),
  ]
  return expressions.or(placed.map((ids) => expressions(column<number>('image.id'), 'in', ids)))
}

function isOneOf(alias: string, ids: RawBuilder<number | { id: number }>): Expression<SqlBool> {
  return expressions(column<unknown>(`${alias}.id`), 'in', ids)
}

/** Lists the spans of a box. Stored longitudes are between −360 and 360. */
export function listSpans({ spans }: Pick<Box, 'spans'>): readonly Span[] {
  return spans ?? [{ west: -360, east: 360 }]
}

function isInBox(alias: string, box: Box): Expression<SqlBool> {
  const latitude = column<number>(`${alias}.latitude`)
  const longitude = column<number>(`${alias}.longitude`)
  const within = listSpans(box)
    .filter(({ west, east }) => west <= 180 && east >= -180)
    .map(({ west, east }) => expressions.between(longitude, west, east))
  return expressions.and([
    expressions.between(latitude, box.south, box.north),
    expressions.or(within),
  ])
}

/** The parts of a box that do not cross the antimeridian. */
export function listFlatBoxes({ spans, south, north }: Box): FlatBox[] {
  return listSpans({ spans }).map((span) => ({ ...span, south, north }))
}

/** Selects the areas whose geometry intersects the box. */
export function selectIntersecting(reads: Reads, ids: readonly number[], box: Box) {
  return reads
    .selectFrom('from_above_georeference as georef')
    .select('georef.id')
    .where('georef.id', 'in', inList(ids))
    .where((eb) => eb.or(listFlatBoxes(box).map((flat) => intersects(column('georef.geom'), flat))))
}

async function hasAtMost(
  reads: Reads,
  ids: RawBuilder<{ id: number }>,
  max: number,
): Promise<boolean> {
  const few = reads
    .selectFrom(ids.as('candidate'))
    .select(literal(1).as('one'))
    .limit(max + 1)
  const { n } = await reads
    .selectFrom(few.as('few'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n <= max
}
