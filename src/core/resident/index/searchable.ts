import type { IndexLimits } from '../../queries/searches/index-memory.ts'
import { createImageMemory, type ImageMemory } from '../columns/images.ts'
import type { StoreOptions } from '../../database/sqlite-connections.ts'

/** The SQLite database that lists in memory and searches read. */
export interface Searchable {
  readonly store: StoreOptions
  /** The columns of its images, for the threads that read them. */
  readonly images: ImageMemory
  /** False while a copy of another database is being made. */
  readonly isReady: boolean
  /**
   * Includes everything that was committed before. Waits until the copy is made.
   * @throws the signal's reason if it is aborted; CatalogError kind `unavailable` if the copy cannot be made
   */
  refresh(signal?: AbortSignal): Promise<void>
}

/** Options of a search that keeps an index in memory. */
export interface IndexedSearchOptions {
  searchable: Searchable
  /** Path of the saved index. */
  indexFile: string
  limits: IndexLimits
}

/** A database that searches read itself. */
export function searchableItself(store: StoreOptions): Searchable {
  return {
    store,
    images: createImageMemory(),
    isReady: true,
    refresh: async () => {},
  }
}
