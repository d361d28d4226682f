import type { Database } from 'better-sqlite3'
import { findRow } from '../../list-cache/rows.ts'
import { toThreadFailure } from '../../processes/thread-failure.ts'
import type { SemanticPage } from '../semantic-search.ts'
import { WorkLoop, type Progress } from '../thread/work-loop.ts'
import {
  loadLiveVectorIndex,
  OutdatedIndexError,
  type LiveVectorIndex,
} from './live-vector-index.ts'
import type { SearchOutcome, SemanticRequest, SemanticThreadMessage } from './messages.ts'

export interface SemanticServerOptions {
  /** Opens a read-only connection. */
  open: () => Database
  send: (message: SemanticThreadMessage) => void
}

/** Loads the embeddings, in slices of some milliseconds, and runs searches one after the other. */
export class SemanticServer {
  readonly #open: () => Database
  readonly #send: (message: SemanticThreadMessage) => void
  #waiting: SemanticRequest[] = []
  #db: Database | undefined
  #loading: Generator<void, LiveVectorIndex> | undefined
  #live: LiveVectorIndex | undefined
  readonly #loop = new WorkLoop(() => this.#work())

  constructor({ open, send }: SemanticServerOptions) {
    this.#open = open
    this.#send = send
  }

  /** Starts to load the embeddings. */
  start(): void {
    this.#loop.wake()
  }

  add(request: SemanticRequest): void {
    this.#waiting.push(request)
    this.#loop.wake()
  }

  /** Drops a request that is not answered yet. */
  cancel(id: number): void {
    this.#waiting = this.#waiting.filter((request) => request.id !== id)
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
      for (const { id } of this.#waiting.splice(0)) this.#sendError(id, error)
      this.#loading = undefined
      return 'failed'
    }
  }

  #load(): Progress {
    this.#db ??= this.#open()
    this.#loading ??= loadLiveVectorIndex(this.#db)
    const { done, value } = this.#loading.next()
    if (!done) return 'more'
    this.#loading = undefined
    this.#live = value
    this.#send({ type: 'state', isReady: true })
    return 'more'
  }

  /** Includes all changes, then runs one search. */
  #serve(live: LiveVectorIndex): Progress {
    if (live.catchUp()) return 'more'
    const request = this.#waiting.shift()
    if (!request) return 'idle'
    try {
      this.#send({ type: 'result', id: request.id, result: search(live, request) })
    } catch (error) {
      this.#sendError(request.id, error)
    }
    return 'more'
  }

  #sendError(id: number, error: unknown): void {
    const failure = toThreadFailure(error)
    this.#send(failure ? { type: 'failure', id, failure } : { type: 'error', id, error })
  }
}

function search(live: LiveVectorIndex, request: SemanticRequest): SearchOutcome {
  if (request.modelId !== live.modelId) return { problem: 'other_model' }
  const { target } = request
  if ('vector' in target) return { page: findPage(live, target.vector, request) }
  const vector = findVector(live, target.imageId)
  return vector ? { page: findPage(live, vector, request) } : { problem: 'not_embedded' }
}

function findVector({ images, vectors }: LiveVectorIndex, id: number): Float32Array | undefined {
  const row = findRow(images.rows, id)
  return row === undefined ? undefined : vectors?.get(row)
}

function findPage(
  { images, vectors }: LiveVectorIndex,
  vector: Float32Array,
  { filter, page: { number, size }, target }: SemanticRequest,
): SemanticPage {
  if (!vectors) return { hits: [], count: 0 }
  const selected = images.select(images.resolve(filter))
  for (const id of 'excluded' in target ? target.excluded : []) {
    const row = findRow(images.rows, id)
    if (row !== undefined) selected[row] = 0
  }
  const ids = images.rows.columns.id
  const start = (number - 1) * size
  const { rows, similarities, count } = vectors.rank(vector, {
    selected,
    ids,
    start,
    end: start + size,
  })
  const hits = Array.from(rows, (row, n) => ({
    imageId: ids[row] ?? 0,
    similarity: similarities[n] ?? 0,
  }))
  return { hits, count }
}
