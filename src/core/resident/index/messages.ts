import type { ImageMemory } from '../columns/images.ts'
import type { StoreOptions } from '../../database/sqlite-connections.ts'
import type { ThreadMessage } from '../threads/request-thread.ts'
import type { ThreadFailure } from '../threads/thread-failure.ts'
import type { IndexLimits, IndexUsage } from '../../queries/searches/index-memory.ts'
import type { TextQuery } from '../../queries/searches/text-search.ts'

/** The messages between the server and a thread that searches an index. */

/** Options of a thread that searches an index, that of texts or that of embeddings. */
export interface SearchThreadOptions {
  store: StoreOptions
  images: ImageMemory
  /** Path of the saved index. */
  indexFile: string
  limits: IndexLimits
}

export interface SearchRequest {
  id: number
  query: TextQuery
  client: string
}

export type SearchThreadRequest<Request> =
  | ({ type: 'search' } & Request)
  /** The caller no longer waits for the search. */
  | { type: 'cancel'; id: number }
  /** Saves the index if much has changed, and ends the thread. */
  | { type: 'close' }

export interface LogEntry {
  level: 'info' | 'warn'
  message: string
}

export interface LogMessage {
  type: 'log'
  entry: LogEntry
}

/** The index cannot be loaded, so the thread is of no use. */
export interface LoadFailure {
  type: 'load-failure'
  failure: ThreadFailure
}

/** The memory that the index uses now. */
export interface UsageMessage {
  type: 'usage'
  usage: IndexUsage
}

export type SearchThreadMessage<Result> =
  | ThreadMessage<Result>
  | LoadFailure
  | LogMessage
  | UsageMessage
