import { MAX_RUNNING_SEARCHES, MAX_WAITING_SEARCHES } from '../../base/limits.ts'
import type { TextPage } from '../../queries/searches/text-search.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import { requireThreadFailure, type ThreadFailure } from '../threads/thread-failure.ts'
import { tooManySearches } from './text-search-errors.ts'
import {
  findExcess,
  findNextTask,
  getNextTurn,
  getTurn,
  type QueuedRequest,
  type QueuedTask,
} from '../../base/fair-queue.ts'
import type { IndexFile } from '../index/index-file.ts'
import type { IndexSearches } from '../index/index-server.ts'
import type { SearchRequest } from '../index/messages.ts'
import { createResultCache } from './result-cache.ts'
import { searchTexts } from './search-texts.ts'
import type { ResultQuery, TextResult } from './text-result.ts'
import type { Progress, Slices } from '../index/work-loop.ts'

/** Receives the outcomes of searches. */
export interface SearchReplies {
  resolve(request: SearchRequest, page: TextPage): void
  reject(request: SearchRequest, failure: ThreadFailure): void
}

interface Search extends QueuedTask {
  readonly key: string
  readonly query: ResultQuery
  readonly requests: QueuedRequest<SearchRequest>[]
  /** Set while it runs. */
  running?: Slices<TextResult | undefined>
}

/** A request that waits until the index includes the changes that were committed before. */
interface ArrivedRequest {
  key: string
  query: ResultQuery
  request: SearchRequest
  /** Newest change when it arrived; unknown while the index is loading. */
  change?: number
}

/** Longest update of cached results before searches go on. */
const UPDATE_MS = 5

/**
 * Runs searches in slices, by turns, at most one of each client. Equal searches share one result, and results are
 * cached.
 */
export class TextSearches implements IndexSearches<LiveTextIndex, SearchRequest> {
  readonly #replies: SearchReplies
  readonly #cache = createResultCache()
  #arrived: ArrivedRequest[] = []
  /** Requests to answer from the cache or by a search. */
  #admitted: ArrivedRequest[] = []
  /** By their key, in the order of their arrival. */
  readonly #searches = new Map<string, Search>()
  /** The next one to work on comes first. */
  #running: Search[] = []
  /** The turn of the last search that started. */
  #turn = 0

  constructor(replies: SearchReplies) {
    this.#replies = replies
  }

  add(request: SearchRequest): void {
    const { page: _page, hasDecades: _hasDecades, ...query } = request.query
    this.#arrived.push({ key: JSON.stringify(query), query, request })
  }

  cancel(id: number): void {
    this.#arrived = this.#arrived.filter(({ request }) => request.id !== id)
    this.#admitted = this.#admitted.filter(({ request }) => request.id !== id)
    for (const search of this.#searches.values()) {
      const at = search.requests.findIndex(({ request }) => request.id === id)
      if (at >= 0) search.requests.splice(at, 1)
      if (search.requests.length === 0) this.#end(search)
    }
  }

  work(live: LiveTextIndex, file: IndexFile<LiveTextIndex>): Progress {
    const isIdle = this.#arrived.length + this.#admitted.length + this.#searches.size === 0
    if (isIdle) return idle(live, file)
    this.#admit(live)
    this.#answerAdmitted(live)
    this.rejectExcess()
    this.#start(live)
    this.#step(live)
    return 'more'
  }

  rejectExcess(): void {
    const waiting = this.#groupWaiting()
    while (waiting.length > MAX_WAITING_SEARCHES) {
      const clients = waiting.map((requests) => requests.map(({ client }) => client))
      const [excess = []] = waiting.splice(findExcess(clients), 1)
      for (const request of excess) this.#reject(request, requireThreadFailure(tooManySearches()))
    }
  }

  rejectAll(failure: ThreadFailure): void {
    const searching = [...this.#searches.values()].flatMap(({ requests }) => requests)
    for (const { request } of [...searching, ...this.#admitted, ...this.#arrived]) {
      this.#reject(request, failure)
    }
  }

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
    this.#admitted.push(...this.#arrived.filter(isIncluded))
    this.#arrived = this.#arrived.filter((arrived) => !isIncluded(arrived))
  }

  /** Answers some requests. The others follow in later slices. */
  #answerAdmitted(live: LiveTextIndex): void {
    const end = performance.now() + UPDATE_MS
    for (const admitted of this.#admitted.splice(0)) {
      const isHandled = performance.now() < end && this.#answer(live, admitted)
      if (!isHandled) this.#admitted.push(admitted)
    }
  }

  /** Answers from the cache, or lets the request wait for a search. @returns false if the result needs more updates */
  #answer(live: LiveTextIndex, { key, query, request }: ArrivedRequest): boolean {
    const cached = this.#cache.find(key, live)
    if (cached?.isCurrent) {
      this.#replies.resolve(request, cached.result.pickPage(request.query, live))
    }
    if (cached) return cached.isCurrent
    const searches = [...this.#searches.values()]
    const queued = { request, turn: getNextTurn(request.client, searches, this.#turn) }
    const search = this.#searches.get(key)
    if (search) search.requests.push(queued)
    else this.#searches.set(key, createSearch(key, query, queued))
    return true
  }

  /** Starts the next search, if any may start. */
  #start(live: LiveTextIndex): void {
    if (this.#running.length >= MAX_RUNNING_SEARCHES) return
    const search = findNextTask([...this.#searches.values()])
    if (!search) return
    this.#turn = getTurn(search)
    search.running = searchTexts(search.query, live)
    this.#running.push(search)
  }

  #step(live: LiveTextIndex): void {
    const search = this.#running.shift()
    if (!search?.running) return
    this.#running.push(search)
    const { done, value: result } = search.running.next()
    if (!done) return
    if (result) return this.#finish(search, result, live)
    this.#running = this.#running.filter((other) => other !== search)
    stop(search)
  }

  #finish(search: Search, result: TextResult, live: LiveTextIndex): void {
    this.#cache.set(search.key, result)
    for (const { request } of search.requests) {
      this.#replies.resolve(request, result.pickPage(request.query, live))
    }
    this.#end(search)
  }

  #end(search: Search): void {
    stop(search)
    this.#searches.delete(search.key)
    this.#running = this.#running.filter((other) => other !== search)
  }
}

/** Includes changes before a search waits for them, and saves the index if much has changed. */
function idle(live: LiveTextIndex, file: IndexFile<LiveTextIndex>): Progress {
  // A change would end the saving, so changes wait until a search needs them.
  if (file.isSaving) return 'idle'
  const { change } = live
  live.catchUp()
  if (file.isDue(live)) void file.save(live)
  return live.change === change ? 'idle' : 'more'
}

function createSearch(
  key: string,
  query: ResultQuery,
  first: QueuedRequest<SearchRequest>,
): Search {
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
  search.running?.return(undefined)
  delete search.running
}
