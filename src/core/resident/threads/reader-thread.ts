/**
 * A thread that runs long reads outside the server's event loop, on its own connection. It answers either from the
 * column store in memory or from the database.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { openLiveColumnStore, type LiveColumnStore } from '../lists/live-column-store.ts'
import { askDatabase } from '../../queries/lists/ask-database.ts'
import { openReads } from '../../database/sqlite-connections.ts'
import type { AskLists } from '../../queries/lists/lists.ts'
import { createRoundRobin } from '../lists/round-robin.ts'
import { toThreadFailure } from './thread-failure.ts'
import type { ReaderMessage, ReaderOptions, ReaderRequest, ReaderResult } from '../lists/readers.ts'

const { store, hasColumnStore, images } = workerData as ReaderOptions

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

function answerFromColumns(live: LiveColumnStore, request: ReaderRequest): void {
  const { id, name, query } = request
  try {
    let result = live.ask(name, query)
    if (result === undefined && name === 'inView') {
      // The database cannot answer this query, so it waits for the column store.
      loadColumns(live)
      result = live.ask(name, query)
    }
    send({ type: 'result', id, result })
  } catch (error) {
    sendError(id, error)
  }
  if (live.isStale) loadColumns(live)
}

/** Whether a map asks, with many requests at once. */
function isOfMap({ name }: ReaderRequest): boolean {
  return name === 'inView' || name === 'tile'
}

async function askLists(ask: AskLists, request: ReaderRequest): Promise<ReaderResult> {
  if (request.name === 'inView') throw new Error('only the column store finds images in view')
  return await ask(request.name, request.query)
}

if (hasColumnStore) {
  const live = openLiveColumnStore(store, images)
  loadColumns(live)
  const queue = createRoundRobin<ReaderRequest>((request) => answerFromColumns(live, request))
  parentPort?.on('message', (request: ReaderRequest) => queue(isOfMap(request) ? 1 : 0, request))
} else {
  const ask = askDatabase(openReads(store))
  parentPort?.on('message', (request: ReaderRequest) => {
    const { id } = request
    askLists(ask, request).then(
      (result) => send({ type: 'result', id, result }),
      (error: unknown) => sendError(id, error),
    )
  })
}
