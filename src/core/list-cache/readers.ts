import type { Clock } from '../clock.ts'
import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ListQuery } from '../queries/lists/list-query.ts'
import type { Counts } from '../queries/lists/statistics.ts'
import type { Searchable } from '../search/searchable.ts'
import type { InViewPage, InViewQuery } from '../search/in-view-search.ts'
import type { Logger } from '../log.ts'
import { createRestartable, type Restartable } from '../processes/restartable.ts'
import { READER_STOPPED, startReader, type Reader } from './reader.ts'

/**
 * Answers from a column store, in a thread that is started on first use and again after a crash, with backoff. If the
 * column store does not support a query or is not loaded, the database answers.
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
  /**
   * Answers if the column store does not, without blocking the event loop. By default, another thread queries the
   * database that searches read.
   */
  database?: DatabaseReader | undefined
  clock: Clock
  log: Pick<Logger, 'error'>
}

type DatabaseReader = Pick<Readers, 'findPage' | 'countStatistics'>

export function createReaders(searchable: Searchable, options: ReadersOptions): Readers {
  const { clock, log } = options
  const { store } = searchable
  const createReader = (name: string, hasColumnStore: boolean): Restartable<Reader> =>
    createRestartable({
      clock,
      log,
      name,
      problem: READER_STOPPED,
      start: (onEnd) => startReader({ store, hasColumnStore }, onEnd),
    })
  const columnStore = createReader('the reader of the column store', true)
  const thread = createReader('the reader of the database', false)
  const database: DatabaseReader = options.database ?? {
    findPage: async (query) => (await thread.get().request({ query })) as IdPage,
    countStatistics: async () => (await thread.get().request({ query: 'statistics' })) as Counts,
  }
  const findInColumns = async (query: ListQuery): Promise<IdPage | undefined> => {
    if (!searchable.isReady) {
      // Starts again if it has crashed.
      searchable.refresh().catch(() => undefined)
      return undefined
    }
    if (!columnStore.canRun) return undefined
    await searchable.refresh()
    const reader = columnStore.get()
    return reader.isReady ? ((await reader.request({ query })) as IdPage | undefined) : undefined
  }
  return {
    async loadColumnStore() {
      await searchable.refresh()
      if (columnStore.canRun) await columnStore.get().ready
    },
    findPage: async (query) => (await findInColumns(query)) ?? (await database.findPage(query)),
    countStatistics: () => database.countStatistics(),
    async findInView(inView) {
      await searchable.refresh()
      return (await columnStore.get().request({ query: { inView } })) as InViewPage
    },
    async [Symbol.asyncDispose]() {
      for (const reader of [columnStore, thread]) await reader[Symbol.asyncDispose]()
    },
  }
}
