import type { Clock } from '../../base/clock.ts'
import type { Lists } from '../../queries/lists/lists.ts'
import type { Searchable } from '../index/searchable.ts'
import type { InViewPage, InViewQuery } from '../../queries/searches/in-view-search.ts'
import type { Logger } from '../../base/log.ts'
import { createRestartable, type Restartable } from '../../processes/restartable.ts'
import type { ReaderQuery, ReaderResult } from './reader-messages.ts'
import { READER_STOPPED, startReader, type Reader } from './reader.ts'

/**
 * Answers from a column store, in a thread that is started on first use and again after a crash, with backoff. If the
 * column store does not support a query or is not loaded, the database answers.
 */
export interface Readers extends DatabaseReader, AsyncDisposable {
  /** Loads the column store unless it has crashed; resolves when it is loaded. */
  loadColumnStore(): Promise<void>
  /**
   * Asks only the column store, which is current when it answers. Resolves to undefined if it cannot.
   * @throws CatalogError kind `not_found` for a page past the end, `unavailable` if the database cannot be reached
   */
  askColumns(query: ReaderQuery): Promise<ReaderResult | undefined>
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

/** The part that lists use. */
export type ListReaders = DatabaseReader & Pick<Readers, 'loadColumnStore'>

type DatabaseReader = Omit<Lists, 'warmUp'>

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
  const database = options.database ?? askThread((query) => thread.get().request({ query }))
  const askColumns = async (query: ReaderQuery): Promise<ReaderResult | undefined> => {
    if (!searchable.isReady) {
      // Starts again if it has crashed.
      searchable.refresh().catch(() => undefined)
      return undefined
    }
    if (!columnStore.canRun) return undefined
    await searchable.refresh()
    const reader = columnStore.get()
    return reader.isReady ? reader.request({ query }) : undefined
  }
  const askColumnsFirst = async <Result extends ReaderResult>(
    query: ReaderQuery,
    askDatabase: () => Promise<Result>,
  ): Promise<Result> => ((await askColumns(query)) as Result | undefined) ?? askDatabase()
  return {
    async loadColumnStore() {
      await searchable.refresh()
      if (columnStore.canRun) await columnStore.get().ready
    },
    askColumns,
    findPage: (query) => askColumnsFirst(query, () => database.findPage(query)),
    cutTile: (tile) => askColumnsFirst({ tile }, () => database.cutTile(tile)),
    countDecades: (decades) => askColumnsFirst({ decades }, () => database.countDecades(decades)),
    findExtent: (extent) => askColumnsFirst({ extent }, () => database.findExtent(extent)),
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

/** Answers by a thread that reads the database. */
function askThread(ask: (query: ReaderQuery) => Promise<ReaderResult | undefined>): DatabaseReader {
  const askFor = async <Result>(query: ReaderQuery) => (await ask(query)) as Result
  return {
    findPage: (query) => askFor(query),
    countStatistics: () => askFor('statistics'),
    cutTile: (tile) => askFor({ tile }),
    countDecades: (decades) => askFor({ decades }),
    findExtent: (extent) => askFor({ extent }),
  }
}
