import type { DecadeCount } from '../../edtf/count-decades.ts'
import type { PlacedExtent } from '../../model/tiles/placed-extent.ts'
import type { PlacedFilters, TileQuery } from '../tiles/tile-query.ts'
import type { ImageListFilter } from './images.ts'
import type { ListQuery } from './list-query.ts'
import type { IdPage } from './list-ids.ts'
import type { Counts } from './statistics.ts'

/** The queries whose cost grows with the catalog. */
export interface Lists {
  /** @throws CatalogError kind `not_found` for a page past the end */
  findPage(query: ListQuery): Promise<IdPage>
  countStatistics(): Promise<Counts>
  /** Counts the images that match by decade, in ascending order; those without a year last. */
  countDecades(filter: ImageListFilter): Promise<DecadeCount[]>
  /** Returns the bytes of a vector tile, none if it is empty. */
  cutTile(query: TileQuery): Promise<Uint8Array>
  /** Returns where the georeferences are that match; null if there are none. */
  findExtent(filters: PlacedFilters): Promise<PlacedExtent | null>
  /** Loads what fast lists of a large catalog need, before the first request. Resolves when it is loaded. */
  warmUp(): Promise<void>
}
