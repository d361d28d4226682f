import { requireThreadFailure, type ThreadFailure } from '../threads/thread-failure.ts'
import type { IndexFile } from '../index/index-file.ts'
import type { IndexSearches, IndexServerOptions } from '../index/index-server.ts'
import type { Progress, Slices } from '../index/work-loop.ts'
import { SearchCache } from './search-cache.ts'
import type { LiveVectorIndex } from './live-vector-index.ts'
import type { SearchOutcome, SemanticRequest } from './messages.ts'
import { RequestQueue } from './request-queue.ts'
import { search } from './search-vectors.ts'

/** A search that has started. The index does not change until it ends. */
interface Running {
  id: number
  search: Slices<SearchOutcome>
}

/** Runs searches in slices, one after the other, by turns of their clients. */
export class SemanticSearches implements IndexSearches<LiveVectorIndex, SemanticRequest> {
  readonly #send: IndexServerOptions<SearchOutcome>['send']
  readonly #waiting = new RequestQueue<SemanticRequest>()
  readonly #cache = new SearchCache()
  #running: Running | undefined

  constructor(send: IndexServerOptions<SearchOutcome>['send']) {
    this.#send = send
  }

  add(request: SemanticRequest): void {
    this.#waiting.add(request)
  }

  cancel(id: number): void {
    this.#waiting.remove(id)
    if (this.#running?.id === id) this.#running = undefined
  }

  /** Includes all changes, then runs one search. */
  work(live: LiveVectorIndex, file: IndexFile<LiveVectorIndex>): Progress {
    if (!this.#running) {
      if (live.catchUp()) return 'more'
      const request = this.#waiting.take()
      if (!request) {
        if (file.isDue(live)) void file.save(live)
        return 'idle'
      }
      this.#running = { id: request.id, search: search(live, this.#cache, request) }
    }
    this.#step(this.#running)
    return 'more'
  }

  rejectAll(failure: ThreadFailure): void {
    for (let next = this.#waiting.take(); next; next = this.#waiting.take()) {
      this.#send({ type: 'failure', id: next.id, failure })
    }
  }

  /** The index is loaded again only between searches. */
  restart(): void {
    this.#cache.clear()
  }

  #step({ id, search }: Running): void {
    try {
      const outcome = runSlice(search)
      if (!outcome) return
      this.#send({ type: 'result', id, result: outcome })
    } catch (error) {
      this.#send({ type: 'failure', id, failure: requireThreadFailure(error) })
    }
    this.#running = undefined
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
