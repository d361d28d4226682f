import { CatalogError } from '../../errors.ts'
import type { TextPage } from '../text-search.ts'
import type { TextScan } from '../text/text-index.ts'
import {
  createScope,
  listChangedRows,
  updateResult,
  type CachedResult,
  type ResultQuery,
  type SearchScope,
} from './cached-result.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import type { SearchRequest } from './messages.ts'
import { rankMatches } from './ranking.ts'
import { createResultCache } from './result-cache.ts'

/** Receives the outcomes of searches. */
export interface SearchReplies {
  resolve(request: SearchRequest, page: TextPage): void
  reject(request: SearchRequest, error: unknown): void
}

/** A search of one client or more. */
interface Search {
  readonly key: string
  readonly query: ResultQuery
  readonly requests: SearchRequest[]
  /** Set while it runs. */
  running?: { scope: SearchScope; scan: TextScan }
}

/** A request that waits until the index includes the changes that were committed before. */
interface ArrivedRequest {
  request: SearchRequest
  /** Newest change when it arrived; unknown while the index is loading. */
  change?: number
}

export const MAX_WAITING_SEARCHES = 8

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
  /** In the order of their turns. */
  #running: Search[] = []

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
  rejectAll(error: unknown): void {
    const requests = [...this.#searches.values()].flatMap((search) => search.requests)
    for (const request of [...requests, ...this.#arrived.map(({ request }) => request)]) {
      this.#replies.reject(request, error)
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
    if (cached) return this.#replies.resolve(request, pickPage(cached, page, live))
    const search = this.#searches.get(key) ?? { key, query, requests: [] }
    search.requests.push(request)
    this.#searches.set(key, search)
  }

  #start(live: LiveTextIndex): void {
    for (const search of this.#searches.values()) {
      if (this.#running.length >= MAX_RUNNING_SEARCHES) return
      if (this.#running.some((other) => clientOf(other) === clientOf(search))) continue
      const scope = createScope(search.query, live)
      const rows = live.images.select(scope.filter)
      const scan = live.texts.startScan(scope.pattern, search.query.threshold, rows)
      search.running = { scope, scan }
      this.#running.push(search)
    }
  }

  #step(live: LiveTextIndex): void {
    const search = this.#running.shift()
    if (!search?.running) return
    this.#running.push(search)
    try {
      if (search.running.scan.step()) this.#finish(search, search.running, live)
    } catch (error) {
      for (const request of search.requests) this.#replies.reject(request, error)
      this.#end(search)
    }
  }

  #finish(search: Search, { scope, scan }: Required<Search>['running'], live: LiveTextIndex): void {
    const changed = listChangedRows(scope, live)
    if (!changed) {
      // What the filter selects has changed, so the search starts again.
      this.#running = this.#running.filter((other) => other !== search)
      return stop(search)
    }
    const ranking = rankMatches(scan.result, live.images.rows.columns.id)
    const result = updateResult({ scope, ranking }, changed, live)
    this.#cache.set(search.key, result)
    for (const request of search.requests) {
      this.#replies.resolve(request, pickPage(result, request.query.page, live))
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

function pickPage(
  { ranking: { rows, similarities } }: CachedResult,
  { number, size }: { number: number; size: number },
  { images }: LiveTextIndex,
): TextPage {
  const start = (number - 1) * size
  const hits = Array.from(rows.subarray(start, start + size), (row, n) => ({
    imageId: images.rows.columns.id[row] ?? 0,
    similarity: similarities[start + n] ?? 0,
  }))
  return { hits, count: rows.length }
}

function tooManySearches(): CatalogError {
  const message = `Too many searches are waiting. Try again in ${BUSY_SECONDS} seconds.`
  return new CatalogError('unavailable', message, { retryAfterSeconds: BUSY_SECONDS })
}
