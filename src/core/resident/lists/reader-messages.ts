import type { DecadeCount } from '../../edtf/count-decades.ts'
import type { ImageListFilter } from '../../queries/lists/images.ts'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import type { ListQuery } from '../../queries/lists/list-query.ts'
import type { Counts } from '../../queries/lists/statistics.ts'
import type { PlacedExtent } from '../../model/tiles/placed-extent.ts'
import type { PlacedFilters, TileQuery } from '../../queries/tiles/tile-query.ts'
import type { StoreOptions } from '../../database/sqlite-connections.ts'
import type { InViewPage, InViewQuery } from '../../queries/searches/in-view-search.ts'
import type { ThreadMessage } from '../threads/request-thread.ts'

/** The messages between the server and its reader threads. */

/** A reader answers either from a column store or from the database. */
export interface ReaderOptions {
  store: StoreOptions
  hasColumnStore: boolean
}

/** Asks for a page of a list, or for one of the other results of `Lists`. */
export type ReaderQuery =
  | ListQuery
  | 'statistics'
  | { inView: InViewQuery }
  | { tile: TileQuery }
  | { decades: ImageListFilter }
  | { extent: PlacedFilters }

export type ReaderResult =
  | IdPage
  | Counts
  | InViewPage
  | Uint8Array
  | DecadeCount[]
  | PlacedExtent
  | null

export interface ReaderRequest {
  id: number
  query: ReaderQuery
}

/** A result is undefined if the column store does not support the query, or is not loaded. */
export type ReaderMessage = ThreadMessage<ReaderResult | undefined>
