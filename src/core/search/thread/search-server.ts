import type { Database } from 'better-sqlite3'
import { CatalogError } from '../../errors.ts'
import { toSystemFailure } from '../../system-failure.ts'
import {
  ChangesLostError,
  loadLiveTextIndex,
  type LiveTextIndex,
  type Slices,
} from './live-text-index.ts'
import type { SearchFailure, SearchThreadMessage, SearchThreadRequest } from './messages.ts'
import { TextSearches } from './text-searches.ts'

/** How often an idle thread looks for changes: soon after a change, less often while nothing changes. */
const MIN_POLL_MS = 50
const MAX_POLL_MS = 1000

/**
 * Loads the index and runs searches, in slices of some milliseconds, so that the thread receives messages in between.
 */
export class SearchServer {
  readonly #open: () => Database
  readonly #send: (message: SearchThreadMessage) => void
  readonly #searches: TextSearches
  #db: Database | undefined
  #loading: Slices<LiveTextIndex> | undefined
  #live: LiveTextIndex | undefined
  #isScheduled = false
  #pollMs = MIN_POLL_MS
  #pollTimer: NodeJS.Timeout | undefined

  constructor(open: () => Database, send: (message: SearchThreadMessage) => void) {
    this.#open = open
    this.#send = send
    this.#searches = new TextSearches({
      resolve: ({ id }, page) => send({ type: 'page', id, page }),
      reject: ({ id }, error) => this.#sendError(id, error),
    })
  }

  /** Starts to load the index. */
  start(): void {
    this.#schedule()
  }

  receive(request: SearchThreadRequest): void {
    if (request.type === 'cancel') this.#searches.cancel(request.id)
    else this.#searches.add(request)
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#pollTimer)
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#run())
  }

  #run(): void {
    this.#isScheduled = false
    const hasMore = this.#live ? this.#serve(this.#live) : this.#load()
    if (hasMore) this.#schedule()
    else this.#pollTimer = setTimeout(() => this.#schedule(), this.#pollMs)
  }

  /** Loads a part of the index. */
  #load(): boolean {
    this.#searches.rejectExcess()
    try {
      this.#db ??= this.#open()
      this.#loading ??= loadLiveTextIndex(this.#db)
      const { done, value } = this.#loading.next()
      if (done) {
        this.#live = value
        this.#loading = undefined
        this.#send({ type: 'state', isReady: true })
      }
      return true
    } catch (error) {
      const failure = toFailure(error)
      if (!failure) throw error
      this.#send({ type: 'load-failure', failure })
      return false
    }
  }

  #serve(live: LiveTextIndex): boolean {
    try {
      const hasMoreChanges = this.#searches.isIdle && this.#follow(live)
      this.#searches.work(live)
      return hasMoreChanges || !this.#searches.isIdle
    } catch (error) {
      if (error instanceof ChangesLostError) {
        this.#unload()
        return true
      }
      this.#searches.rejectAll(error)
      return false
    }
  }

  /** Includes changes while no search waits for them. */
  #follow(live: LiveTextIndex): boolean {
    const { change } = live
    const hasMore = live.catchUp()
    const isChanging = live.change !== change
    this.#pollMs = isChanging ? MIN_POLL_MS : Math.min(2 * this.#pollMs, MAX_POLL_MS)
    return hasMore
  }

  /** The index is loaded again. */
  #unload(): void {
    this.#live = undefined
    this.#searches.restart()
    this.#send({ type: 'state', isReady: false })
  }

  #sendError(id: number, error: unknown): void {
    const failure = toFailure(error)
    this.#send(failure ? { type: 'failure', id, failure } : { type: 'error', id, error })
  }
}

/** Undefined for errors that are bugs. */
function toFailure(error: unknown): SearchFailure | undefined {
  const known = error instanceof CatalogError ? error : toSystemFailure(error)
  if (!known) return undefined
  const { retryAfterSeconds } = known.details
  return {
    kind: known.kind,
    message: known.message,
    ...(retryAfterSeconds && { retryAfterSeconds }),
  }
}
