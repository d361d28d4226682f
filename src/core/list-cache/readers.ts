import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ListQuery } from '../queries/lists/list-query.ts'
import type { Counts } from '../queries/lists/statistics.ts'
import type { StoreOptions } from '../engine/sqlite/open-store.ts'
import type { InViewPage, InViewQuery } from '../search/in-view-search.ts'
import type { Logger } from '../log.ts'
import { startReader, type Reader } from './reader.ts'

/**
 * Two reader threads, started on first use. One answers from a column store; the other queries the database if the
 * column store does not support a query or is not loaded.
 */
export interface Readers extends AsyncDisposable {
  /** Loads the column store; resolves when it is loaded. */
  loadColumnStore(): Promise<void>
  /** @throws CatalogError kind `not_found` for a page past the end */
  findPage(query: ListQuery): Promise<IdPage>
  countStatistics(): Promise<Counts>
  /** Waits for the column store, and loads it if necessary. */
  findInView(query: InViewQuery): Promise<InViewPage>
}

export function createReaders(store: StoreOptions, log: Pick<Logger, 'error'>): Readers {
  const running = new Map<boolean, Reader>()
  const getReader = (hasColumnStore: boolean): Reader => {
    const known = running.get(hasColumnStore)
    if (known) return known
    const started = startReader({ store, hasColumnStore }, (error) => {
      log.error({ err: error }, 'a reader thread ended; the next query starts another')
      if (running.get(hasColumnStore) === started) running.delete(hasColumnStore)
    })
    running.set(hasColumnStore, started)
    return started
  }
  return {
    loadColumnStore: () => getReader(true).ready,
    async findPage(query) {
      const columnStore = getReader(true)
      const found = columnStore.isReady ? await columnStore.request({ query }) : undefined
      return (found ?? (await getReader(false).request({ query }))) as IdPage
    },
    countStatistics: async () =>
      (await getReader(false).request({ query: 'statistics' })) as Counts,
    async findInView(inView) {
      return (await getReader(true).request({ query: { inView } })) as InViewPage
    },
    async [Symbol.asyncDispose]() {
      for (const reader of running.values()) await reader[Symbol.asyncDispose]()
    },
  }
}
