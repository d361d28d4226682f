import { Worker } from 'node:worker_threads'
import { resolveEntry } from '../processes/resolve-entry.ts'
import { CatalogError } from '../errors.ts'
import type {
  ReaderQuery,
  ReaderMessage,
  ReaderOptions,
  ReaderRequest,
  ReaderResult,
} from './reader-messages.ts'

/** A running reader thread. */
export interface Reader extends AsyncDisposable {
  /** False while a column store is loaded or its lists are sorted. */
  readonly isReady: boolean
  /** Resolves when the reader is ready for the first time. */
  readonly ready: Promise<void>
  /** Resolves to undefined if the column store does not support the query. @throws CatalogError as `findIds` does */
  run(query: ReaderQuery): Promise<ReaderResult | undefined>
}

interface PendingQuery {
  resolve: (result: ReaderResult | undefined) => void
  reject: (error: unknown) => void
}

/** When to retry a query whose thread ended. */
const RESTART_SECONDS = 5

/**
 * Starts a thread. If it ends by itself, for example because it can't open the database, its queries fail with kind
 * `unavailable`, and then `onEnd` is called.
 */
export function startReader(options: ReaderOptions, onEnd: (error: Error) => void): Reader {
  const worker = new Worker(resolveEntry('reader-thread'), { workerData: options })
  worker.unref()
  const pending = new Map<number, PendingQuery>()
  let isReady = !options.hasColumnStore
  let lastId = 0
  const loaded = Promise.withResolvers<void>()
  if (isReady) loaded.resolve()

  const settle = (id: number, settleOne: (query: PendingQuery) => void): void => {
    const query = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
    if (query) settleOne(query)
  }
  worker.on('message', (message: ReaderMessage) => {
    if (message.type === 'state') {
      isReady = message.isReady
      if (isReady) loaded.resolve()
    } else settle(message.id, (query) => settleQuery(query, message))
  })
  const end = (cause: Error): void => {
    const error = createEndError(cause)
    for (const id of pending.keys()) settle(id, ({ reject }) => reject(error))
    onEnd(cause)
  }
  worker.on('error', end)
  return {
    get isReady() {
      return isReady
    },
    ready: loaded.promise,
    run: (query) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        pending.set(id, { resolve, reject })
        worker.ref()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ id, query } satisfies ReaderRequest)
      }),
    async [Symbol.asyncDispose]() {
      await worker.terminate()
      const error = new CatalogError('unavailable', 'The server is stopping.')
      for (const id of pending.keys()) settle(id, ({ reject }) => reject(error))
    },
  }
}

function settleQuery(
  { resolve, reject }: PendingQuery,
  message: Exclude<ReaderMessage, { type: 'state' }>,
) {
  switch (message.type) {
    case 'result':
      return resolve(message.result)
    case 'miss':
      return resolve(undefined)
    case 'catalog-error':
      return reject(new CatalogError(message.kind, message.message))
    case 'error':
      return reject(message.error)
  }
}

function createEndError(cause: Error): CatalogError {
  const message = `The server could not finish this request. Try again in ${RESTART_SECONDS} seconds.`
  return new CatalogError('unavailable', message, { retryAfterSeconds: RESTART_SECONDS, cause })
}
