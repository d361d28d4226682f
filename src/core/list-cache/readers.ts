import type { Clock } from '../clock.ts'
import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ListQuery } from '../queries/lists/list-query.ts'
import type { Counts } from '../queries/lists/statistics.ts'
import type { StoreOptions } from '../engine/sqlite/open-store.ts'
import type { InViewPage, InViewQuery } from '../search/in-view-search.ts'
import type { Logger } from '../log.ts'
import { createRestartable, type Restartable } from '../processes/restartable.ts'
import { READER_STOPPED, startReader, type Reader } from './reader.ts'

/**
 * Two reader threads, started on first use and again after a crash, with backoff. One answers from a column store; the
 * other queries the database if the column store does not support a query or is not loaded.
 */
export interface Readers extends AsyncDisposable {
  /** Loads the column store unless it has crashed; resolves when it is loaded. */
  loadColumnStore(): Promise<void>
  /** @throws CatalogError kind `not_found` for a page past the end */
  findPage(query: ListQuery): Promise<IdPage>
  countStatistics(): Promise<Counts>
  /** Waits for the column store, and loads it if necessary. */
  findInView(query: InViewQuery): Promise<InViewPage>
}

interface ReadersOptions {
  clock: Clock
  log: Pick<Logger, 'error'>
}

export function createReaders(store: StoreOptions, { clock, log }: ReadersOptions): Readers {
  const createReader = (name: string, hasColumnStore: boolean): Restartable<Reader> =>
    createRestartable({
      clock,
      log,
      name,
      problem: READER_STOPPED,
      start: (onEnd) => startReader({ store, hasColumnStore }, onEnd),
    })
  const columnStore = createReader('the reader of the column store', true)
  const database = createReader('the reader of the database', false)
  return {
    async loadColumnStore() {
      if (columnStore.canRun) await columnStore.get().ready
    },
    async findPage(query) {
      const reader = columnStore.canRun ? columnStore.get() : undefined
      const found = reader?.isReady ? await reader.request({ query }) : undefined
      return (found ?? (await database.get().request({ query }))) as IdPage
    },
    countStatistics: async () => (await database.get().request({ query: 'statistics' })) as Counts,
    async findInView(inView) {
      return (await columnStore.get().request({ query: { inView } })) as InViewPage
    },
    async [Symbol.asyncDispose]() {
      for (const reader of [columnStore, database]) await reader[Symbol.asyncDispose]()
    },
  }
}
