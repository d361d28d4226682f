import type { Database } from 'better-sqlite3'
import {
  ReloadRequiredError,
  loadLiveTextIndex,
  type LiveTextIndex,
  type Slices,
} from './live-text-index.ts'
import { IndexFile } from './index-file.ts'
import type { LogEntry, SearchRequest, SearchThreadMessage } from './messages.ts'
import { toSearchFailure } from './search-failure.ts'
import { TextSearches } from './text-searches.ts'

/** How often an idle thread looks for changes: soon after a change, less often while nothing changes. */
const MIN_POLL_MS = 50
const MAX_POLL_MS = 1000

export interface SearchServerOptions {
  /** Opens a read-only connection. */
  open: () => Database
  /** Path of the saved index. */
  indexFile: string
  send: (message: SearchThreadMessage) => void
}

/**
 * Loads the index and runs searches, in slices of some milliseconds, so that the thread receives messages in between.
 */
export class SearchServer {
  readonly #options: SearchServerOptions
  readonly #send: (message: SearchThreadMessage) => void
  readonly #searches: TextSearches
  #db: Database | undefined
  #file: IndexFile | undefined
  #loading: Slices<LiveTextIndex> | undefined
  #live: LiveTextIndex | undefined
  #isScheduled = false
  #isClosed = false
  #pollMs = MIN_POLL_MS
  #pollTimer: NodeJS.Timeout | undefined

  constructor(options: SearchServerOptions) {
    const { send } = options
    this.#options = options
    this.#send = send
    this.#searches = new TextSearches({
      resolve: ({ id }, page) => send({ type: 'page', id, page }),
      reject: ({ id }, failure) => send({ type: 'failure', id, failure }),
    })
  }

  /** Starts to load the index. */
  start(): void {
    this.#schedule()
  }

  add(request: SearchRequest): void {
    this.#searches.add(request)
    this.#schedule()
  }

  /** Drops a request that is not answered yet. */
  cancel(id: number): void {
    this.#searches.cancel(id)
  }

  /** Saves the index if much has changed. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#pollTimer)
    if (this.#live) await this.#file?.close(this.#live)
    this.#db?.close()
  }

  #schedule(): void {
    clearTimeout(this.#pollTimer)
    if (this.#isScheduled || this.#isClosed) return
    this.#isScheduled = true
    setImmediate(() => this.#run())
  }

  #run(): void {
    this.#isScheduled = false
    if (this.#isClosed) return
    const hasMore = this.#live ? this.#serve(this.#live) : this.#load()
    if (hasMore) this.#schedule()
    else this.#pollTimer = setTimeout(() => this.#schedule(), this.#pollMs)
  }

  /** Loads a part of the index. */
  #load(): boolean {
    this.#searches.rejectExcess()
    try {
      this.#loading ??= this.#startLoading()
      const { done, value } = this.#loading.next()
      if (done) {
        this.#live = value
        this.#loading = undefined
        this.#send({ type: 'state', isReady: true })
      }
      return true
    } catch (error) {
      const failure = toSearchFailure(error)
      if (!failure) throw error
      this.#send({ type: 'load-failure', failure })
      return false
    }
  }

  #startLoading(): Slices<LiveTextIndex> {
    const { open, indexFile } = this.#options
    const db = (this.#db ??= open())
    const log = (entry: LogEntry): void => this.#send({ type: 'log', entry })
    const file = (this.#file ??= new IndexFile({ path: indexFile, db, log }))
    return loadLiveTextIndex(db, { restore: (images) => file.restore(images), log })
  }

  #serve(live: LiveTextIndex): boolean {
    try {
      if (this.#searches.isIdle) return this.#idle(live)
      this.#searches.work(live)
      return true
    } catch (error) {
      if (error instanceof ReloadRequiredError) {
        this.#unload()
        return true
      }
      const failure = toSearchFailure(error)
      // After a bug, such as a trap of the kernel, nothing in memory can be trusted, so the thread ends.
      if (!failure) throw error
      this.#searches.rejectAll(failure)
      this.#pollMs = MAX_POLL_MS
      return false
    }
  }

  /** Includes changes before a search waits for them, and saves the index if much has changed. */
  #idle(live: LiveTextIndex): boolean {
    // A change would end the saving, so changes wait until a search needs them.
    if (this.#file?.isSaving) return false
    const { change } = live
    const hasMore = live.catchUp()
    const isChanging = live.change !== change
    this.#pollMs = isChanging ? MIN_POLL_MS : Math.min(2 * this.#pollMs, MAX_POLL_MS)
    if (this.#file?.isDue(live)) void this.#file.save(live)
    return hasMore
  }

  /** The index is loaded again. */
  #unload(): void {
    this.#live = undefined
    this.#searches.restart()
    this.#send({ type: 'state', isReady: false })
  }
}
