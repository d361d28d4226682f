import { Worker } from 'node:worker_threads'
import { CatalogError } from '../errors.ts'
import type { Question, ReaderMessage, ReaderOptions, ReaderQuestion } from './reader-messages.ts'

/** One running reader thread. */
export interface Reader extends AsyncDisposable {
  /** Whether it answers at once: one that keeps lists first loads them. */
  readonly isReady: boolean
  /** Fulfilled once it does, for the first time. */
  readonly ready: Promise<void>
  /** Undefined when it does not know; throws CatalogError as `findIds` does. */
  ask(question: Question): Promise<Answer | undefined>
}

export type Answer = Extract<ReaderMessage, { about: 'answer' }>['found']

interface Waiting {
  resolve: (found: Answer | undefined) => void
  reject: (error: unknown) => void
}

/** Starts a thread; `onEnd` is told when it ends by itself, after its questions have failed. */
export function startReader(options: ReaderOptions, onEnd: (error: Error) => void): Reader {
  const worker = new Worker(entry(), { workerData: options })
  // Nobody stays alive for the sake of a reader.
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let isReady = !options.keepsLists
  let asked = 0
  const loaded = Promise.withResolvers<void>()
  if (isReady) loaded.resolve()

  const settle = (id: number, how: (one: Waiting) => void): void => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (one) how(one)
  }
  worker.on('message', (message: ReaderMessage) => {
    if (message.about === 'ready') {
      isReady = message.isReady
      if (isReady) loaded.resolve()
    } else settle(message.id, (one) => tell(one, message))
  })
  const end = (error: Error): void => {
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error))
    onEnd(error)
  }
  worker.on('error', end)
  return {
    get isReady() {
      return isReady
    },
    ready: loaded.promise,
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve, reject })
        worker.ref()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ id, question } satisfies ReaderQuestion)
      }),
    async [Symbol.asyncDispose]() {
      await worker.terminate()
      const error = new CatalogError('unavailable', 'The server is stopping.')
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error))
    },
  }
}

function tell({ resolve, reject }: Waiting, message: Exclude<ReaderMessage, { about: 'ready' }>) {
  switch (message.about) {
    case 'answer':
      return resolve(message.found)
    case 'pass':
      return resolve(undefined)
    case 'refusal':
      return reject(new CatalogError(message.kind, message.message))
    case 'failure':
      return reject(message.error)
  }
}

/** Compiled code runs the compiled thread, a source the source. */
function entry(): URL {
  const here = import.meta.url
  return new URL(
    here.endsWith('.ts') ? '../processes/reader-thread.ts' : '../processes/reader-thread.js',
    here,
  )
}
