/**
 * A thread that runs long reads outside the server's event loop, on its own connection. It answers either from the
 * column store in memory or from the database.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { openLiveColumnStore, type LiveColumnStore } from '../lists/live-column-store.ts'
import { findIds } from '../../queries/lists/list-query.ts'
import { countImageDecades } from '../../queries/lists/decades.ts'
import { countStatistics } from '../../queries/lists/statistics.ts'
import { findExtent } from '../../queries/tiles/find-extent.ts'
import { cutTile } from '../../queries/tiles/cut-tile.ts'
import { openReads } from '../../database/sqlite-connections.ts'
import type { Reads } from '../../database/store.ts'
import { createRoundRobin } from '../lists/round-robin.ts'
import { toThreadFailure } from './thread-failure.ts'
import type {
  ReaderQuery,
  ReaderMessage,
  ReaderOptions,
  ReaderRequest,
  ReaderResult,
} from '../lists/reader-messages.ts'

const { store, hasColumnStore } = workerData as ReaderOptions

function send(message: ReaderMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

function sendError(id: number, error: unknown): void {
  const failure = toThreadFailure(error)
  send(failure ? { type: 'failure', id, failure } : { type: 'error', id, error })
}

function loadColumns(live: LiveColumnStore): void {
  send({ type: 'state', isReady: false })
  live.load()
  sortLists(live)
}

/** Sorts the lists between requests, because the in-view search does not need them. */
function sortLists(live: LiveColumnStore): void {
  if (live.sortNext()) setImmediate(sortLists, live)
  else if (live.isStale) loadColumns(live)
  else send({ type: 'state', isReady: true })
}

function answerFromColumns(live: LiveColumnStore, { id, query }: ReaderRequest): void {
  try {
    send({ type: 'result', id, result: runInColumns(live, query) })
  } catch (error) {
    sendError(id, error)
  }
  if (live.isStale) loadColumns(live)
}

function runInColumns(live: LiveColumnStore, query: ReaderQuery): ReaderResult | undefined {
  if (query === 'statistics') return undefined
  if ('tile' in query) return live.cutTile(query.tile)
  if ('decades' in query) return live.countDecades(query.decades)
  if ('extent' in query) return live.findExtent(query.extent)
  if (!('inView' in query)) return live.findPage(query)
  const found = live.findInView(query.inView)
  if (found) return found
  // The database cannot answer this query, so it waits for the column store.
  loadColumns(live)
  return live.findInView(query.inView)
}

/** Whether a map asks, with many requests at once. */
function isOfMap({ query }: ReaderRequest): boolean {
  return typeof query === 'object' && ('inView' in query || 'tile' in query)
}

function runInDatabase(reads: Reads, query: ReaderQuery): Promise<ReaderResult> {
  if (query === 'statistics') return countStatistics(reads)
  if ('tile' in query) return cutTile(reads, query.tile)
  if ('decades' in query) return countImageDecades(reads, query.decades)
  if ('extent' in query) return findExtent(reads, query.extent)
  if ('inView' in query) throw new Error('only the column store finds images in view')
  return findIds(reads, query)
}

if (hasColumnStore) {
  const live = openLiveColumnStore(store)
  loadColumns(live)
  const queue = createRoundRobin<ReaderRequest>((request) => answerFromColumns(live, request))
  parentPort?.on('message', (request: ReaderRequest) => queue(isOfMap(request) ? 1 : 0, request))
} else {
  const reads = openReads(store)
  parentPort?.on('message', ({ id, query }: ReaderRequest) => {
    runInDatabase(reads, query).then(
      (result) => send({ type: 'result', id, result }),
      (error: unknown) => sendError(id, error),
    )
  })
}
