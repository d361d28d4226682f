import type { ErrorKind } from '../../errors.ts'
import type { StoreOptions } from '../../engine/sqlite/open-store.ts'
import type { TextPage, TextQuery } from '../text-search.ts'

/** The messages between the server and its search thread. */

export interface SearchThreadOptions {
  store: StoreOptions
  /** Path of the saved index. */
  indexFile: string
}

export interface SearchRequest {
  id: number
  query: TextQuery
  client: string
}

export type SearchThreadRequest =
  | ({ type: 'search' } & SearchRequest)
  /** The caller no longer waits for the search. */
  | { type: 'cancel'; id: number }
  /** Saves the index if much has changed, and ends the thread. */
  | { type: 'close' }

/** A CatalogError. Structured cloning would drop its kind. */
export interface SearchFailure {
  kind: ErrorKind
  message: string
  retryAfterSeconds?: number
}

export interface LogEntry {
  level: 'info' | 'warn'
  message: string
}

export type SearchThreadMessage =
  | { type: 'page'; id: number; page: TextPage }
  | { type: 'failure'; id: number; failure: SearchFailure }
  /** Whether the index is loaded. Until then searches wait. */
  | { type: 'state'; isReady: boolean }
  /** The index cannot be loaded, so the thread is of no use. */
  | { type: 'load-failure'; failure: SearchFailure }
  | { type: 'log'; entry: LogEntry }
