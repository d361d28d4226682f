/**
 * A thread that reads, so that nothing long holds the server's own: with connections of its own, and
 * either with lists in memory or with the database's answers.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { openLiveImages, type LiveImages } from '../engine/sqlite/columns/live-images.ts'
import { listImageIds } from '../engine/sqlite/lists/images.ts'
import { openReads } from '../engine/sqlite/store.ts'
import { CatalogError } from '../errors.ts'
import type { ReaderMessage, ReaderOptions, ReaderQuestion } from './reader-messages.ts'

const { store, keepsLists } = workerData as ReaderOptions

function say(message: ReaderMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

function sayError(id: number, error: unknown): void {
  if (error instanceof CatalogError) {
    say({ about: 'refusal', id, kind: error.kind, message: error.message })
  } else say({ about: 'failure', id, error })
}

function loadLists(live: LiveImages): void {
  say({ about: 'ready', isReady: false })
  live.load()
  say({ about: 'ready', isReady: true })
}

function answerFromMemory(live: LiveImages, { id, images }: ReaderQuestion): void {
  try {
    const page = live.list(images)
    say(page ? { about: 'answer', id, page } : { about: 'pass', id })
  } catch (error) {
    sayError(id, error)
  }
  if (live.isStale) loadLists(live)
}

if (keepsLists) {
  const live = openLiveImages(store)
  loadLists(live)
  parentPort?.on('message', (question: ReaderQuestion) => answerFromMemory(live, question))
} else {
  const reads = openReads(store)
  parentPort?.on('message', ({ id, images }: ReaderQuestion) => {
    listImageIds(reads, images.filter, images.terms, images.page).then(
      (page) => say({ about: 'answer', id, page }),
      (error: unknown) => sayError(id, error),
    )
  })
}
