import type { Clock } from '../../base/clock.ts'
import type { AskLists, ListQueries } from '../../queries/lists/lists.ts'
import type { Searchable } from '../index/searchable.ts'
import type { InViewPage, InViewQuery } from '../../queries/searches/in-view-search.ts'
import type { Logger } from '../../base/log.ts'
import { createRestartable, type Restartable } from '../../processes/restartable.ts'
import type { ImageMemory } from '../columns/images.ts'
import type { StoreOptions } from '../../database/sqlite-connections.ts'
import { type ThreadMessage, RequestThread } from '../threads/request-thread.ts'
import { tryAgain } from '../../base/errors.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'

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

/** The part that lists use. */
export interface ListReaders {
  /** Asks the column store, and the database if that does not support the query or is not loaded. */
  readonly ask: AskLists
  /** Loads the column store unless it has crashed; resolves when it is loaded. */
  loadColumnStore(): Promise<void>
}

/** Answers from a column store, in a thread that is started on first use and again after a crash, with backoff. */
export interface Readers extends ListReaders, AsyncDisposable {
  /**
   * Asks only the column store, which is current when it answers.
   * @throws CatalogError kind `not_found` for a page past the end, `unavailable` if the database cannot be reached
   */
  readonly askColumns: AskColumns
  /** Waits for the column store, and loads it if necessary. */
  findInView(query: InViewQuery): Promise<InViewPage>
}

interface ReadersOptions {
  /**
   * Answers if the column store does not, without blocking the event loop. By default, another thread queries the
   * database that searches read.
   */
  askDatabase?: AskLists | undefined
  clock: Clock
  log: Pick<Logger, 'error'>
}

export function createReaders(searchable: Searchable, options: ReadersOptions): Readers {
  const { clock, log } = options
  const { store, images } = searchable
  const createReader = (name: string, hasColumnStore: boolean): Restartable<Reader> =>
    createRestartable({
      clock,
      log,
      name,
      problem: READER_STOPPED,
      start: (onEnd) => startReader({ store, hasColumnStore, images }, onEnd),
    })
  const columnStore = createReader('the reader of the column store', true)
  const thread = createReader('the reader of the database', false)
  const askDatabase: AskLists =
    options.askDatabase ?? (async (name, query) => required(await ask(thread.get(), name, query)))
  const askColumns: AskColumns = async (name, query) => {
    // The database keeps the counts of the statistics.
    if (name === 'statistics') return undefined
    if (!searchable.isReady) {
      // Starts again if it has crashed.
      searchable.refresh().catch(() => undefined)
      return undefined
    }
    if (!columnStore.canRun) return undefined
    await searchable.refresh()
    const reader = columnStore.get()
    return reader.isReady ? ask(reader, name, query) : undefined
  }
  return {
    async loadColumnStore() {
      await searchable.refresh()
      if (columnStore.canRun) await columnStore.get().ready
    },
    askColumns,
    async ask(name, query) {
      const found = await askColumns(name, query)
      return found === undefined ? await askDatabase(name, query) : found
    },
    async findInView(query) {
      await searchable.refresh()
      return required(await ask(columnStore.get(), 'inView', query))
    },
    async [Symbol.asyncDispose]() {
      for (const reader of [columnStore, thread]) await reader[Symbol.asyncDispose]()
    },
  }
}

async function ask<Name extends QueryName>(
  reader: Reader,
  name: Name,
  query: ReaderQueries[Name]['query'],
): Promise<ReaderQueries[Name]['result'] | undefined> {
  return await reader.request({ name, query } as ReaderQuery)
}

function required<Result>(result: Result | undefined): Result {
  if (result === undefined) throw new Error('The reader thread returned no result.')
  return result
}

/** A running reader thread. Its results are undefined if the column store does not support a query. */
type Reader = RequestThread<ReaderQuery, ReaderResult | undefined>

/** When to retry a query whose thread ended. */
const RESTART_SECONDS = 5

const READER_STOPPED = 'The server could not finish this request.'

/**
 * Starts a thread. If it ends by itself, for example because it can't open the database, its queries fail with kind
 * `unavailable`, and then `onEnd` is called.
 */
export function startReader(options: ReaderOptions, onEnd: (cause: unknown) => void): Reader {
  return new RequestThread(resolveEntry('../threads/reader-thread', import.meta.url), {
    workerData: options,
    explainCrash: (cause) => tryAgain(READER_STOPPED, RESTART_SECONDS, cause),
    onEnd,
    lock: options.images.lock,
    isReady: !options.hasColumnStore,
  })
}
