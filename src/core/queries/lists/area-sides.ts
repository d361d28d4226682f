import type { AliasableExpression, Expression, SqlBool } from 'kysely'
import { column, expressions, literal } from '../../database/expressions.ts'
import { sideOf } from '../../database/sql.ts'
import { minDrawnDegrees } from '../../model/tiles/areas.ts'

/**
 * Selects the sides of the bounding boxes of areas, in degrees.
 * @param alias of the table `from_above_georeference` in the query
 */
export function selectSides(alias: string) {
  const geometry = column(`${alias}.geom`)
  return [
    sideOf(geometry, 'west').as('west'),
    sideOf(geometry, 'east').as('east'),
    sideOf(geometry, 'south').as('south'),
    sideOf(geometry, 'north').as('north'),
  ]
}

/** Those of a query as `area`. */
export const SIDES = {
  west: column<number>('area.west'),
  east: column<number>('area.east'),
  south: column<number>('area.south'),
  north: column<number>('area.north'),
}

function selectMean(
  one: Expression<number>,
  other: Expression<number>,
): AliasableExpression<number> {
  return expressions(expressions.parens(one, '+', other), '/', literal(2))
}

/** Selects the center of the bounding box, by which an area is counted that is not drawn. */
export function selectCenter() {
  return [
    selectCenterLongitude().as('longitude'),
    selectMean(SIDES.south, SIDES.north).as('latitude'),
  ]
}

/** The longitude of the center between −180 and 180, like `wrapLongitude`. */
function selectCenterLongitude(): AliasableExpression<number> {
  const center = selectMean(SIDES.west, SIDES.east)
  return expressions
    .case()
    .when(expressions(center, '>', literal(180)))
    .then(expressions(center, '-', literal(360)))
    .when(expressions(center, '<', literal(-180)))
    .then(expressions(center, '+', literal(360)))
    .else(center)
    .end()
}

/** Whether an area is drawn at the zoom level of a tile, like `minDrawnDegrees`. */
export function isDrawnAt(z: number): Expression<SqlBool> {
  const { west, east, south, north } = SIDES
  const min = minDrawnDegrees(z)
  if (min === Infinity) return expressions.or([])
  return expressions.or([
    expressions(expressions(east, '-', west), '>=', min),
    expressions(expressions(north, '-', south), '>=', min),
  ])
}
