import type { Database } from 'better-sqlite3'
import type { ImageMemory } from '../columns/images.ts'
import { requireThreadFailure, type ThreadFailure } from '../threads/thread-failure.ts'
import { ALMOST_FULL, type IndexLimits } from '../../queries/searches/index-memory.ts'
import { IndexFile, type IndexFileOptions, type SavableIndex } from './index-file.ts'
import type {
  LogEntry,
  SearchThreadMessage,
  SearchThreadOptions,
  SearchThreadRequest,
} from './messages.ts'
import { WorkLoop, type Progress, type Slices } from './work-loop.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from '../../database/sqlite-connections.ts'

export interface IndexServerOptions<Result> {
  /** Opens a read-only connection. */
  open: () => Database
  images: ImageMemory
  /** Path of the saved index. */
  indexFile: string
  limits: IndexLimits
  send: (message: SearchThreadMessage<Result>) => void
}

/** An index, and the searches in it. */
export interface ServedIndex<Index extends SavableIndex, Request> extends Pick<
  IndexFileOptions<Index>,
  'name' | 'save'
> {
  load: (db: Database, options: LoadOptions<Index>) => Slices<Index>
  /** Returns how many bytes the index uses. */
  measure: (index: Index) => number
  searches: IndexSearches<Index, Request>
}

export interface LoadOptions<Index extends SavableIndex> {
  images: ImageMemory
  file: IndexFile<Index>
  limits: IndexLimits
  log: (entry: LogEntry) => void
}

export interface IndexSearches<Index extends SavableIndex, Request> {
  add(request: Request): void
  /** Drops a request that is not answered yet. */
  cancel(id: number): void
  /**
   * Works for some milliseconds. Without searches, includes changes in the index, and saves it if much has changed.
   * @throws ReloadRequiredError
   */
  work(index: Index, file: IndexFile<Index>): Progress
  /** Rejects requests if too many wait while the index is loading. */
  rejectExcess?(): void
  /** Fails all requests. */
  rejectAll(failure: ThreadFailure): void
  /** Starts all searches again, because the index is loaded again. */
  restart(): void
}

/** The index must be loaded again before searches can go on. */
export class ReloadRequiredError extends Error {}

/**
 * Loads an index and runs searches, in slices of some milliseconds, so that the thread receives messages in between.
 */
export class IndexServer<Index extends SavableIndex, Request> {
  readonly #options: IndexServerOptions<never>
  readonly #served: ServedIndex<Index, Request>
  #db: Database | undefined
  #file: IndexFile<Index> | undefined
  #loading: Slices<Index> | undefined
  #live: Index | undefined
  #usedBytes = 0
  readonly #loop = new WorkLoop(() =>
    this.#live && this.#file ? this.#serve(this.#live, this.#file) : this.#load(),
  )

  constructor(options: IndexServerOptions<never>, served: ServedIndex<Index, Request>) {
    this.#options = options
    this.#served = served
  }

  /** Starts to load the index. */
  start(): void {
    this.#loop.wake()
  }

  add(request: Request): void {
    this.#served.searches.add(request)
    this.#loop.wake()
  }

  /** Drops a request that is not answered yet. */
  cancel(id: number): void {
    this.#served.searches.cancel(id)
  }

  /** Saves the index if much has changed. */
  async close(): Promise<void> {
    this.#loop.stop()
    if (this.#live) await this.#file?.close(this.#live)
    this.#db?.close()
  }

  /** Loads a part of the index. */
  #load(): Progress {
    this.#served.searches.rejectExcess?.()
    try {
      this.#loading ??= this.#startLoading()
      const { done, value } = this.#loading.next()
      if (done) {
        this.#live = value
        this.#loading = undefined
        this.#options.send({ type: 'state', isReady: true })
        this.#reportUsage(value)
      }
      return 'more'
    } catch (error) {
      this.#options.send({ type: 'load-failure', failure: requireThreadFailure(error) })
      return 'failed'
    }
  }

  #startLoading(): Slices<Index> {
    const { open, images, indexFile: path, limits, send } = this.#options
    const { name, save, load } = this.#served
    const log = (entry: LogEntry): void => send({ type: 'log', entry })
    const db = (this.#db ??= open())
    const file = (this.#file ??= new IndexFile({ name, path, db, log, save }))
    return load(db, { images, file, limits, log })
  }

  #serve(live: Index, file: IndexFile<Index>): Progress {
    const { searches } = this.#served
    try {
      const progress = searches.work(live, file)
      if (progress === 'idle') this.#reportUsage(live)
      return progress
    } catch (error) {
      if (error instanceof ReloadRequiredError) {
        this.#unload()
        return 'more'
      }
      searches.rejectAll(requireThreadFailure(error))
      return 'failed'
    }
  }

  /** Reports the memory in use if it has grown, and warns once that it will not suffice. */
  #reportUsage(live: Index): void {
    const { limits, send } = this.#options
    const { name, measure } = this.#served
    const [used, max] = [measure(live), limits.maxBytes]
    if (used === this.#usedBytes) return
    const threshold = ALMOST_FULL * max
    if (used >= threshold && this.#usedBytes < threshold) {
      const share = `${Math.floor((100 * used) / max)}% of the memory that CATALOG_SEARCH_MEMORY allows`
      send({ type: 'log', entry: { level: 'warn', message: `the ${name} uses ${share}` } })
    }
    this.#usedBytes = used
    send({ type: 'usage', usage: { used, max } })
  }

  /** The index is loaded again. The memory of the former one is freed first. */
  #unload(): void {
    this.#live = undefined
    this.#served.searches.restart()
    this.#options.send({ type: 'state', isReady: false })
  }
}

/** Runs the server of an index in this thread, with its own connection. */
export function runIndexServer<Index extends SavableIndex, Request, Result>(
  createServer: (options: IndexServerOptions<Result>) => IndexServer<Index, Request>,
  connection: { cacheKib?: number } = {},
): void {
  const { store, images, indexFile, limits } = workerData as SearchThreadOptions
  const server = createServer({
    open: () => openConnection({ ...store, ...connection, readonly: true }),
    images,
    indexFile,
    limits,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    send: (message) => parentPort?.postMessage(message),
  })
  const receive = async (request: SearchThreadRequest<Request>): Promise<void> => {
    if (request.type === 'search') server.add(request)
    else if (request.type === 'cancel') server.cancel(request.id)
    else {
      await server.close()
      parentPort?.close()
    }
  }
  server.start()
  parentPort?.on('message', (request: SearchThreadRequest<Request>) => void receive(request))
}
