/**
 * A thread that reads exports and serializes them, outside the server's event loop. Exports take turns: each request
 * is answered with one chunk.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { toThreadFailure } from '../../core/resident/threads/thread-failure.ts'
import type { ThreadMessage } from '../../core/resident/threads/request-thread.ts'
import { createLinks } from '../http/links.ts'
import type { Chunk, ExportThreadMessage, ExportThreadOptions, NextChunk } from './messages.ts'
import { writeExport } from './write-export.ts'

const { database, bases } = workerData as ExportThreadOptions
const links = createLinks(bases)
const running = new Map<number, ReturnType<typeof writeExport>>()

function send(message: ThreadMessage<Chunk>, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

function start({ exportId, request }: NextChunk): ReturnType<typeof writeExport> {
  const chunks = writeExport(database, { links, request })
  running.set(exportId, chunks)
  return chunks
}

async function sendNext({ id, ...asked }: NextChunk & { id: number }): Promise<void> {
  try {
    const chunks = running.get(asked.exportId) ?? start(asked)
    // The generator queues calls, so that several chunks may be requested at once.
    const { value } = await chunks.next()
    if (value) send({ type: 'result', id, result: value }, [value.buffer])
    else send({ type: 'result', id, result: null })
  } catch (error) {
    const failure = toThreadFailure(error)
    send(failure ? { type: 'failure', id, failure } : { type: 'error', id, error })
  }
}

function end(exportId: number): void {
  void running.get(exportId)?.return()
  running.delete(exportId)
}

parentPort?.on('message', (message: ExportThreadMessage) => {
  if (message.type === 'next') void sendNext(message)
  else end(message.exportId)
})
