/** The thread that searches texts. It holds the index of the texts in memory, and reads on its own connection. */

import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from '../engine/sqlite/connection.ts'
import { SearchServer } from '../search/thread/search-server.ts'
import type {
  SearchThreadMessage,
  SearchThreadOptions,
  SearchThreadRequest,
} from '../search/thread/messages.ts'

const { store, indexFile } = workerData as SearchThreadOptions

/** It reads all rows once, and then only what changes. */
const CACHE_KIB = 2 * 1024

function send(message: SearchThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

const server = new SearchServer({
  open: () => openConnection({ ...store, readonly: true, cacheKib: CACHE_KIB }),
  indexFile,
  send,
})

async function receive(request: SearchThreadRequest): Promise<void> {
  if (request.type === 'search') server.add(request)
  else if (request.type === 'cancel') server.cancel(request.id)
  else {
    await server.close()
    parentPort?.close()
  }
}

server.start()
parentPort?.on('message', (request: SearchThreadRequest) => void receive(request))
