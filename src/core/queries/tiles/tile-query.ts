import type { Tile } from '../../model/tiles/tile.ts'
import type { AreaFilter, PointFilter } from '../lists/georeferences.ts'

/** Filters of the georeferences on a map. */
export interface PlacedFilters {
  points: PointFilter
  /** Null for no areas. */
  areas: AreaFilter | null
}

/** A vector tile of the georeferences that match. */
export interface TileQuery extends PlacedFilters {
  tile: Tile
}
