import { tryAgain } from '../../core/base/errors.ts'
import * as limits from '../../core/base/limits.ts'
import { RequestThread } from '../../core/resident/threads/request-thread.ts'
import { resolveEntry } from '../../core/processes/resolve-entry.ts'
import { createRestartable } from '../../core/processes/restartable.ts'
import { createRequestSlots } from '../../core/base/request-slots.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { LinkBases } from '../http/links.ts'
import type { Chunk, ExportRequest, ExportThreadOptions, NextChunk } from './messages.ts'

/** The client that requests an export. Users have slots of their own, which anonymous clients cannot take. */
export interface ExportClient {
  address: string
  userId: number | undefined
}

/** Reads exports in a thread, which starts on first use and again after it crashed, with backoff. */
export interface Exports extends AsyncDisposable {
  /**
   * Reads the chunks of an export. The export holds a slot and a read transaction until the generator ends or is returned.
   * @throws CatalogError kind `unavailable` if too many exports, or too many of this client, are running
   */
  read(request: ExportRequest, client: ExportClient): AsyncGenerator<Uint8Array, void>
}

const RESTART_SECONDS = 5
const STOPPED = 'The server could not finish this export.'

/** Chunks that are requested before they are needed, so that the thread works while chunks are sent. */
const AHEAD = 2

export function createExports(
  { address, clock, log, config }: Pick<Catalog, 'address' | 'clock' | 'log' | 'config'>,
  bases: LinkBases,
): Exports {
  const thread = createRestartable({
    clock,
    log,
    name: 'the export thread',
    problem: STOPPED,
    start: (onEnd) => startThread({ database: address, bases }, onEnd),
  })
  const shared = {
    problem: 'Too many exports are running.',
    capacity: 'exports',
    maxSeconds: config.exportSeconds,
  } as const
  const anonymous = createRequestSlots({
    ...shared,
    total: limits.MAX_EXPORTS,
    perClient: limits.MAX_CLIENT_EXPORTS,
  })
  const signedIn = createRequestSlots({
    ...shared,
    total: limits.MAX_SIGNED_IN_EXPORTS,
    perClient: limits.MAX_USER_EXPORTS,
  })
  let lastId = 0
  return {
    async *read(request, client) {
      using _slot =
        client.userId === undefined
          ? anonymous.take(client.address)
          : signedIn.take(String(client.userId))
      yield* readChunks(thread.get(), { type: 'next', exportId: ++lastId, request })
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

type ExportThread = RequestThread<NextChunk, Chunk>

function startThread(
  workerData: ExportThreadOptions,
  onEnd: (cause: unknown) => void,
): ExportThread {
  return new RequestThread(resolveEntry('./export-thread', import.meta.url), {
    workerData,
    explainCrash: (cause) => tryAgain(STOPPED, RESTART_SECONDS, cause),
    onEnd,
    isReady: true,
  })
}

async function* readChunks(
  thread: ExportThread,
  next: NextChunk,
): AsyncGenerator<Uint8Array, void> {
  const request = (): Promise<Chunk> => {
    const chunk = thread.request(next)
    // Its error is thrown when it is awaited, unless the export has ended before.
    chunk.catch(() => undefined)
    return chunk
  }
  const ahead = Array.from({ length: AHEAD }, request)
  try {
    for (;;) {
      const chunk = await ahead.shift()
      if (!chunk) return
      ahead.push(request())
      yield chunk
    }
  } finally {
    thread.post({ type: 'end', exportId: next.exportId })
  }
}
