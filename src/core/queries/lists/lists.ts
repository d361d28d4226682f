import type { DecadeCount } from '../../edtf/count-decades.ts'
import type { PlacedExtent } from '../../model/tiles/placed-extent.ts'
import type { PlacedFilters, TileQuery } from '../tiles/tile-query.ts'
import type { CreatorPage, CreatorQuery } from './creators.ts'
import type { ImageListFilter } from './images.ts'
import type { ListQuery } from './list-query.ts'
import type { IdPage } from './list-ids.ts'
import type { Counts } from './statistics.ts'

/** The queries whose cost grows with the catalog, by name. */
export interface ListQueries {
  /** @throws CatalogError kind `not_found` for a page past the end */
  page: { query: ListQuery; result: IdPage }
  statistics: { query: null; result: Counts }
  /** Counts the images that match by decade, in ascending order; those without a year last. */
  decades: { query: ImageListFilter; result: DecadeCount[] }
  creators: { query: CreatorQuery; result: CreatorPage }
  /** The bytes of a vector tile, none if it is empty. */
  tile: { query: TileQuery; result: Uint8Array }
  /** Bounding box of the georeferences that match; null if there are none. */
  extent: { query: PlacedFilters; result: PlacedExtent | null }
}

/** Answers a query of this name. */
export type AskLists = <Name extends keyof ListQueries>(
  name: Name,
  query: ListQueries[Name]['query'],
) => Promise<ListQueries[Name]['result']>

export interface Lists {
  readonly ask: AskLists
  /** Loads what fast lists of a large catalog need, before the first request. Resolves when it is loaded. */
  warmUp(): Promise<void>
}
