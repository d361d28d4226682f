import type { Database } from 'better-sqlite3'
import { toThreadFailure } from '../../processes/thread-failure.ts'
import { IndexFile } from '../thread/index-file.ts'
import type { LogEntry } from '../thread/messages.ts'
import { WorkLoop, type Progress, type Slices } from '../thread/work-loop.ts'
import { BestCache } from './best-cache.ts'
import {
  loadLiveVectorIndex,
  OutdatedIndexError,
  type LiveVectorIndex,
} from './live-vector-index.ts'
import type { SearchOutcome, SemanticRequest, SemanticThreadMessage } from './messages.ts'
import { RequestQueue } from './request-queue.ts'
import { saveVectors } from './saved-vectors.ts'
import { search } from './search-embeddings.ts'

export interface SemanticServerOptions {
  /** Opens a read-only connection. */
  open: () => Database
  /** Path of the saved codes of the vectors. */
  indexFile: string
  send: (message: SemanticThreadMessage) => void
}

/** A search that has started. The index does not change until it ends. */
interface Running {
  id: number
  search: Slices<SearchOutcome>
}

/** Loads the embeddings, in slices of some milliseconds, and runs searches one after the other, by turns of their clients. */
export class SemanticServer {
  readonly #options: SemanticServerOptions
  readonly #send: (message: SemanticThreadMessage) => void
  readonly #waiting = new RequestQueue<SemanticRequest>()
  readonly #cache = new BestCache()
  #running: Running | undefined
  #db: Database | undefined
  #file: IndexFile<LiveVectorIndex> | undefined
  #loading: Slices<LiveVectorIndex> | undefined
  #live: LiveVectorIndex | undefined
  readonly #loop = new WorkLoop(() => this.#work())

  constructor(options: SemanticServerOptions) {
    this.#options = options
    this.#send = options.send
  }

  /** Starts to load the embeddings. */
  start(): void {
    this.#loop.wake()
  }

  add(request: SemanticRequest): void {
    this.#waiting.add(request)
    this.#loop.wake()
  }

  /** Drops a request that is not answered yet. */
  cancel(id: number): void {
    this.#waiting.remove(id)
    if (this.#running?.id === id) this.#running = undefined
  }

  /** Saves the codes if much has changed. */
  async close(): Promise<void> {
    this.#loop.stop()
    if (this.#live) await this.#file?.close(this.#live)
    this.#db?.close()
  }

  /** Works for some milliseconds. */
  #work(): Progress {
    try {
      return this.#live ? this.#serve(this.#live) : this.#load()
    } catch (error) {
      if (error instanceof OutdatedIndexError) {
        this.#live = undefined
        this.#send({ type: 'state', isReady: false })
        return 'more'
      }
      for (let next = this.#waiting.take(); next; next = this.#waiting.take()) {
        this.#sendError(next.id, error)
      }
      this.#loading = undefined
      return 'failed'
    }
  }

  #load(): Progress {
    this.#loading ??= this.#startLoading()
    const { done, value } = this.#loading.next()
    if (!done) return 'more'
    this.#loading = undefined
    this.#live = value
    this.#send({ type: 'state', isReady: true })
    return 'more'
  }

  #startLoading(): Slices<LiveVectorIndex> {
    const { open, indexFile } = this.#options
    const db = (this.#db ??= open())
    const log = (entry: LogEntry): void => this.#send({ type: 'log', entry })
    const options = { name: 'index of embeddings', path: indexFile, db, log, save: saveVectors }
    const file = (this.#file ??= new IndexFile<LiveVectorIndex>(options))
    return loadLiveVectorIndex(db, { file, log })
  }

  /** Includes all changes, then runs one search, in slices. */
  #serve(live: LiveVectorIndex): Progress {
    if (!this.#running) {
      if (live.catchUp()) return 'more'
      const request = this.#waiting.take()
      if (!request) {
        if (this.#file?.isDue(live)) void this.#file.save(live)
        return 'idle'
      }
      this.#running = { id: request.id, search: search(live, this.#cache, request) }
    }
    this.#step(this.#running)
    return 'more'
  }

  #step({ id, search }: Running): void {
    try {
      const outcome = runSlice(search)
      if (!outcome) return
      this.#send({ type: 'result', id, result: outcome })
    } catch (error) {
      this.#sendError(id, error)
    }
    this.#running = undefined
  }

  #sendError(id: number, error: unknown): void {
    const failure = toThreadFailure(error)
    this.#send(failure ? { type: 'failure', id, failure } : { type: 'error', id, error })
  }
}

const SLICE_MS = 5

/** Works for some milliseconds. Returns the result when it is complete. */
function runSlice<Result>(work: Slices<Result>): Result | undefined {
  const end = performance.now() + SLICE_MS
  do {
    const { done, value } = work.next()
    if (done) return value
  } while (performance.now() < end)
  return undefined
}
