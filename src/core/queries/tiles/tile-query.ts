import type { Tile } from '../../model/tiles/tile.ts'
import type { AreaFilter, PointFilter } from '../lists/georeferences.ts'

/** A vector tile of the georeferences that match. */
export interface TileQuery {
  tile: Tile
  points: PointFilter
  areas: AreaFilter
}
