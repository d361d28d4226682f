import type { Database } from 'better-sqlite3'
import { toThreadFailure, type ThreadFailure } from '../../processes/thread-failure.ts'
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
  readonly #loop = new WorkLoop(() => (this.#live ? this.#serve(this.#live) : this.#load()))

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

  /** Loads a part of the index. */
  #load(): Progress {
    try {
      this.#loading ??= this.#startLoading()
      const { done, value } = this.#loading.next()
      if (done) {
        this.#live = value
        this.#loading = undefined
        this.#send({ type: 'state', isReady: true })
      }
      return 'more'
    } catch (error) {
      this.#send({ type: 'load-failure', failure: requireFailure(error) })
      return 'failed'
    }
  }

  #startLoading(): Slices<LiveVectorIndex> {
    const { open, indexFile } = this.#options
    const db = (this.#db ??= open())
    const log = (entry: LogEntry): void => this.#send({ type: 'log', entry })
    const options = { name: 'index of embeddings', path: indexFile, db, log, save: saveVectors }
    const file = (this.#file ??= new IndexFile<LiveVectorIndex>(options))
    return loadLiveVectorIndex(db, { file, log })
  }

  #serve(live: LiveVectorIndex): Progress {
    try {
      return this.#search(live)
    } catch (error) {
      if (error instanceof OutdatedIndexError) {
        this.#unload()
        return 'more'
      }
      this.#rejectAll(requireFailure(error))
      return 'failed'
    }
  }

  /** Includes all changes, then runs one search, in slices. */
  #search(live: LiveVectorIndex): Progress {
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
      this.#send({ type: 'failure', id, failure: requireFailure(error) })
    }
    this.#running = undefined
  }

  #rejectAll(failure: ThreadFailure): void {
    for (let next = this.#waiting.take(); next; next = this.#waiting.take()) {
      this.#send({ type: 'failure', id: next.id, failure })
    }
  }

  /** The index is loaded again. The memory of the former one is freed first. */
  #unload(): void {
    this.#live = undefined
    this.#cache.clear()
    this.#send({ type: 'state', isReady: false })
  }
}

/** @throws an error that is a bug, such as a trap of the kernel: nothing in memory can be trusted, so the thread ends */
function requireFailure(error: unknown): ThreadFailure {
  const failure = toThreadFailure(error)
  if (!failure) throw error
  return failure
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
