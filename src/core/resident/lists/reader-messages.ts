import type { ListQueries } from '../../queries/lists/lists.ts'
import type { ImageMemory } from '../columns/images.ts'
import type { StoreOptions } from '../../database/sqlite-connections.ts'
import type { InViewPage, InViewQuery } from '../../queries/searches/in-view-search.ts'
import type { ThreadMessage } from '../threads/request-thread.ts'

/** The messages between the server and its reader threads. */

/** A reader answers either from a column store or from the database. */
export interface ReaderOptions {
  store: StoreOptions
  hasColumnStore: boolean
  images: ImageMemory
}

/** Lists, and the search that only a column store answers. */
export interface ReaderQueries extends ListQueries {
  inView: { query: InViewQuery; result: InViewPage }
}

export type QueryName = keyof ReaderQueries

/** A query of a reader. */
export type ReaderQuery<Name extends QueryName = QueryName> = {
  [One in Name]: { name: One; query: ReaderQueries[One]['query'] }
}[Name]

export type ReaderResult = ReaderQueries[QueryName]['result']

export type ReaderRequest = { id: number } & ReaderQuery

/** A result is undefined if the column store does not support the query, or is not loaded. */
export type ReaderMessage = ThreadMessage<ReaderResult | undefined>

/** Asks a column store. Returns undefined if it does not support the query, or is not loaded. */
export type AskColumns = <Name extends QueryName>(
  name: Name,
  query: ReaderQueries[Name]['query'],
) => Promise<ReaderQueries[Name]['result'] | undefined>
