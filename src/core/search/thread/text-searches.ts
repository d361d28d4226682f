import { MAX_WAITING_SEARCHES } from '../../limits.ts'
import type { TextPage } from '../text-search.ts'
import type { TextScan } from '../text/text-index.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import type { ThreadFailure } from '../../processes/thread-failure.ts'
import {
  findExcess,
  findNextSearch,
  getNextTurn,
  getTurn,
  type QueuedRequest,
  type QueuedSearch,
} from './fair-queue.ts'
import type { SearchRequest } from './messages.ts'
import { createResultCache } from './result-cache.ts'
import { createScope, TextResult, type ResultQuery, type SearchScope } from './text-result.ts'

/** Receives the outcomes of searches. */
export interface SearchReplies {
  resolve(request: SearchRequest, page: TextPage): void
  reject(request: SearchRequest, failure: ThreadFailure): void
}

interface Search extends QueuedSearch {
  readonly key: string
  readonly query: ResultQuery
  readonly requests: QueuedRequest[]
  /** Set while it runs. */
  running?: { scope: SearchScope; scan: TextScan }
}

/** A request that waits until the index includes the changes that were committed before. */
interface ArrivedRequest {
  key: string
  query: ResultQuery
  request: SearchRequest
  /** Newest change when it arrived; unknown while the index is loading. */
  change?: number
}

/** Each running search holds memory. */
const MAX_RUNNING_SEARCHES = 4

/** When to retry a search that was rejected because too many waited. */
const BUSY_SECONDS = 5

/**
 * Runs searches in slices, by turns, at most one of each client. Equal searches share one result, and results are
 * cached.
 */
export class TextSearches {
  readonly #replies: SearchReplies
  readonly #cache = createResultCache()
  #arrived: ArrivedRequest[] = []
  /** By their key, in the order of their arrival. */
  readonly #searches = new Map<string, Search>()
  /** The next one to work on comes first. */
  #running: Search[] = []
  /** The turn of the last search that started. */
  #turn = 0

  constructor(replies: SearchReplies) {
    this.#replies = replies
  }

  get isIdle(): boolean {
    return this.#arrived.length === 0 && this.#searches.size === 0
  }

  add(request: SearchRequest): void {
    const { page: _page, ...query } = request.query
    this.#arrived.push({ key: JSON.stringify(query), query, request })
  }

  /** Drops a request that is not answered yet. */
  cancel(id: number): void {
    this.#arrived = this.#arrived.filter(({ request }) => request.id !== id)
    for (const search of this.#searches.values()) {
      const at = search.requests.findIndex(({ request }) => request.id === id)
      if (at >= 0) search.requests.splice(at, 1)
      if (search.requests.length === 0) this.#end(search)
    }
  }

  /** Works for some milliseconds. */
  work(live: LiveTextIndex): void {
    this.#admit(live)
    this.rejectExcess()
    this.#start(live)
    this.#step(live)
  }

  /** Rejects requests if too many searches wait. */
  rejectExcess(): void {
    const waiting = this.#groupWaiting()
    while (waiting.length > MAX_WAITING_SEARCHES) {
      const clients = waiting.map((requests) => requests.map(({ client }) => client))
      const [excess = []] = waiting.splice(findExcess(clients), 1)
      for (const request of excess) this.#reject(request, tooManySearches())
    }
  }

  /** Fails all requests. */
  rejectAll(failure: ThreadFailure): void {
    const searching = [...this.#searches.values()].flatMap(({ requests }) => requests)
    for (const { request } of [...searching, ...this.#arrived]) this.#reject(request, failure)
  }

  /** Starts all searches again, because the index was loaded again. */
  restart(): void {
    this.#cache.clear()
    for (const search of this.#running) stop(search)
    this.#running = []
  }

  #reject(request: SearchRequest, failure: ThreadFailure): void {
    this.#replies.reject(request, failure)
    this.cancel(request.id)
  }

  /** Returns the requests that wait for each search, in the order of their arrival. */
  #groupWaiting(): SearchRequest[][] {
    const groups = new Map<string, SearchRequest[]>()
    for (const { key, isRunning, requests } of this.#searches.values()) {
      if (!isRunning)
        groups.set(
          key,
          requests.map(({ request }) => request),
        )
    }
    for (const { key, request } of this.#arrived) {
      if (this.#searches.get(key)?.isRunning) continue
      const group = groups.get(key)
      if (group) group.push(request)
      else groups.set(key, [request])
    }
    return [...groups.values()]
  }

  #admit(live: LiveTextIndex): void {
    if (this.#arrived.length === 0) return
    const newest = live.readNewestChange()
    for (const arrived of this.#arrived) arrived.change ??= newest
    live.catchUp()
    const isIncluded = ({ change = Infinity }: ArrivedRequest): boolean => change <= live.change
    const admitted = this.#arrived.filter(isIncluded)
    this.#arrived = this.#arrived.filter((arrived) => !isIncluded(arrived))
    for (const request of admitted) this.#answer(live, request)
  }

  /** Answers from the cache, or lets the request wait. */
  #answer(live: LiveTextIndex, { key, query, request }: ArrivedRequest): void {
    const cached = this.#cache.find(key, live)
    if (cached) return this.#replies.resolve(request, cached.pickPage(request.query.page, live))
    const searches = [...this.#searches.values()]
    const queued = { request, turn: getNextTurn(request.client, searches, this.#turn) }
    const search = this.#searches.get(key)
    if (search) search.requests.push(queued)
    else this.#searches.set(key, createSearch(key, query, queued))
  }

  /** Starts the next search, if any may start. */
  #start(live: LiveTextIndex): void {
    if (this.#running.length >= MAX_RUNNING_SEARCHES) return
    const search = findNextSearch([...this.#searches.values()])
    if (!search) return
    this.#turn = getTurn(search)
    const scope = createScope(search.query, live)
    const rows = live.images.select(scope.filter)
    const scan = live.texts.startScan(scope.pattern, search.query.threshold, rows)
    search.running = { scope, scan }
    this.#running.push(search)
  }

  #step(live: LiveTextIndex): void {
    const search = this.#running.shift()
    if (!search?.running) return
    this.#running.push(search)
    if (search.running.scan.step()) this.#finish(search, search.running, live)
  }

  #finish(search: Search, { scope, scan }: Required<Search>['running'], live: LiveTextIndex): void {
    const result = new TextResult(scope, scan.result, live)
    if (!result.update(live)) {
      // The search starts again, because what its filter selects has changed.
      this.#running = this.#running.filter((other) => other !== search)
      return stop(search)
    }
    this.#cache.set(search.key, result)
    for (const { request } of search.requests) {
      this.#replies.resolve(request, result.pickPage(request.query.page, live))
    }
    this.#end(search)
  }

  #end(search: Search): void {
    stop(search)
    this.#searches.delete(search.key)
    this.#running = this.#running.filter((other) => other !== search)
  }
}

function createSearch(key: string, query: ResultQuery, first: QueuedRequest): Search {
  return {
    key,
    query,
    requests: [first],
    get isRunning() {
      return this.running !== undefined
    },
  }
}

function stop(search: Search): void {
  search.running?.scan.dispose()
  delete search.running
}

function tooManySearches(): ThreadFailure {
  const message = `Too many searches are waiting. Try again in ${BUSY_SECONDS} seconds.`
  return { kind: 'unavailable', message, retryAfterSeconds: BUSY_SECONDS }
}
