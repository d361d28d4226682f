import { column } from '../../database/expressions.ts'
import { sideOf } from '../../database/sql.ts'

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
