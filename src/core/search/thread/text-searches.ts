import { MAX_WAITING_SEARCHES } from '../../limits.ts'
import type { TextPage } from '../text-search.ts'
import type { TextScan } from '../text/text-index.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import type { ThreadFailure } from '../../processes/thread-failure.ts'
import type { SearchRequest } from './messages.ts'
import { createResultCache } from './result-cache.ts'
import { createScope, TextResult, type ResultQuery, type SearchScope } from './text-result.ts'

/** Receives the outcomes of searches. */
export interface SearchReplies {
  resolve(request: SearchRequest, page: TextPage): void
  reject(request: SearchRequest, failure: ThreadFailure): void
}

/** A search of one client or more. */
interface Search {
  readonly key: string
  readonly query: ResultQuery
  readonly requests: SearchRequest[]
  /**
   * Searches start in the order of their turns. Each search of a client has a later one than the client's search before
   * it, so that a client with many searches does not delay those of others.
   */
  readonly turn: number
  /** Set while it runs. */
  running?: { scope: SearchScope; scan: TextScan }
}

/** A request that waits until the index includes the changes that were committed before. */
interface ArrivedRequest {
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
    this.#arrived.push({ request })
  }

  /** Drops a request that is not answered yet. */
  cancel(id: number): void {
    this.#arrived = this.#arrived.filter(({ request }) => request.id !== id)
    for (const search of this.#searches.values()) {
      const at = search.requests.findIndex((request) => request.id === id)
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

  /** Rejects requests if too many wait: the latest of the client that has the most. */
  rejectExcess(): void {
    const waiting = [...this.#searches.values()].filter(({ running }) => !running)
    const queue = [
      ...waiting.map(({ requests }) => [...requests]),
      ...this.#arrived.map(({ request }) => [request]),
    ]
    while (queue.length > MAX_WAITING_SEARCHES) {
      const [excess = []] = queue.splice(findLatestOfBusiest(queue), 1)
      for (const request of excess) {
        this.#replies.reject(request, tooManySearches())
        this.cancel(request.id)
      }
    }
  }

  /** Fails all requests. */
  rejectAll(failure: ThreadFailure): void {
    const requests = [...this.#searches.values()].flatMap((search) => search.requests)
    for (const request of [...requests, ...this.#arrived.map(({ request }) => request)]) {
      this.#replies.reject(request, failure)
      this.cancel(request.id)
    }
  }

  /** Starts all searches again, because the index was loaded again. */
  restart(): void {
    this.#cache.clear()
    for (const search of this.#running) stop(search)
    this.#running = []
  }

  #admit(live: LiveTextIndex): void {
    if (this.#arrived.length === 0) return
    const newest = live.readNewestChange()
    for (const arrived of this.#arrived) arrived.change ??= newest
    live.catchUp()
    const isIncluded = ({ change = Infinity }: ArrivedRequest): boolean => change <= live.change
    const admitted = this.#arrived.filter(isIncluded)
    this.#arrived = this.#arrived.filter((arrived) => !isIncluded(arrived))
    for (const { request } of admitted) this.#answer(live, request)
  }

  /** Answers from the cache, or lets the request wait. */
  #answer(live: LiveTextIndex, request: SearchRequest): void {
    const { page, ...query } = request.query
    const key = JSON.stringify(query)
    const cached = this.#cache.find(key, live)
    if (cached) return this.#replies.resolve(request, cached.pickPage(page, live))
    const search = this.#searches.get(key)
    if (search) search.requests.push(request)
    else this.#searches.set(key, { key, query, requests: [request], turn: this.#getTurn(request) })
  }

  #getTurn({ client }: SearchRequest): number {
    const earlier = [...this.#searches.values()].filter((search) => clientOf(search) === client)
    return Math.max(this.#turn, ...earlier.map(({ turn }) => turn + 1))
  }

  /** Starts the next search, if any may start. */
  #start(live: LiveTextIndex): void {
    if (this.#running.length >= MAX_RUNNING_SEARCHES) return
    const clients = new Set(this.#running.map(clientOf))
    const [search] = [...this.#searches.values()]
      .filter((search) => !clients.has(clientOf(search)))
      .sort((a, b) => a.turn - b.turn)
    if (!search) return
    this.#turn = search.turn
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
    for (const request of search.requests) {
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

function stop(search: Search): void {
  search.running?.scan.dispose()
  delete search.running
}

function clientOf({ requests }: Pick<Search, 'requests'>): string | undefined {
  return requests[0]?.client
}

/** Returns the position of the last element of the client that has the most. */
function findLatestOfBusiest(queue: readonly SearchRequest[][]): number {
  const clients = queue.map((requests) => clientOf({ requests }))
  const countOf = (client: string | undefined): number =>
    clients.filter((other) => other === client).length
  const most = Math.max(...clients.map(countOf))
  return clients.findLastIndex((client) => countOf(client) === most)
}

function tooManySearches(): ThreadFailure {
  const message = `Too many searches are waiting. Try again in ${BUSY_SECONDS} seconds.`
  return { kind: 'unavailable', message, retryAfterSeconds: BUSY_SECONDS }
}
