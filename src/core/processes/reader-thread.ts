/**
 * A thread that runs long reads outside the server's event loop, on its own connection. It answers either from the
 * column store in memory or from the database.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { openLiveColumnStore, type LiveColumnStore } from '../list-cache/live-column-store.ts'
import type { IdPage } from '../queries/lists/list-ids.ts'
import { findIds } from '../queries/lists/list-query.ts'
import { countStatistics, type Counts } from '../queries/lists/statistics.ts'
import { openReads } from '../engine/sqlite/open-store.ts'
import { CatalogError } from '../errors.ts'
import { toSystemFailure } from '../system-failure.ts'
import type {
  Question,
  ReaderMessage,
  ReaderOptions,
  ReaderQuestion,
} from '../list-cache/reader-messages.ts'

const { store, keepsLists } = workerData as ReaderOptions

function say(message: ReaderMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

function sayError(id: number, error: unknown): void {
  // Structured cloning drops the code of an error.
  const known = error instanceof CatalogError ? error : toSystemFailure(error)
  if (known) {
    say({ about: 'refusal', id, kind: known.kind, message: known.message })
  } else say({ about: 'failure', id, error })
}

function loadLists(live: LiveColumnStore): void {
  say({ about: 'ready', isReady: false })
  live.load()
  say({ about: 'ready', isReady: true })
}

function answerFromMemory(live: LiveColumnStore, { id, question }: ReaderQuestion): void {
  try {
    const found = question === 'statistics' ? undefined : live.find(question)
    say(found ? { about: 'answer', id, found } : { about: 'pass', id })
  } catch (error) {
    sayError(id, error)
  }
  if (live.isStale) loadLists(live)
}

if (keepsLists) {
  const live = openLiveColumnStore(store)
  loadLists(live)
  parentPort?.on('message', (asked: ReaderQuestion) => answerFromMemory(live, asked))
} else {
  const reads = openReads(store)
  const answerOf = (question: Question): Promise<IdPage | Counts> =>
    question === 'statistics' ? countStatistics(reads) : findIds(reads, question)
  parentPort?.on('message', ({ id, question }: ReaderQuestion) => {
    answerOf(question).then(
      (found) => say({ about: 'answer', id, found }),
      (error: unknown) => sayError(id, error),
    )
  })
}
