/** The thread that copies what searches read from PostgreSQL to SQLite. It answers when the copy is up to date. */

import { parentPort, workerData } from 'node:worker_threads'
import { toStorageError } from '../../database/storage-errors.ts'
import { openSearchableCopy, type SearchableCopyOptions } from '../copy/searchable-copy.ts'
import type { ThreadMessage } from './request-thread.ts'
import { toThreadFailure } from './thread-failure.ts'

const copy = await openSearchableCopy(workerData as SearchableCopyOptions)

function send(message: ThreadMessage<null>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

async function refresh(id: number): Promise<void> {
  try {
    await copy.refresh()
    send({ type: 'state', isReady: true })
    send({ type: 'result', id, result: null })
  } catch (error) {
    const failure = toThreadFailure(toStorageError(error) ?? error)
    send(failure ? { type: 'failure', id, failure } : { type: 'error', id, error })
  }
}

parentPort?.on('message', ({ id }: { id: number }) => void refresh(id))
