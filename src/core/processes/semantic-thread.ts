/** The thread of semantic searches. It holds codes of the embeddings in memory, and reads on its own connection. */

import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from '../engine/sqlite/connection.ts'
import type { SemanticThreadMessage, SemanticThreadRequest } from '../search/semantic/messages.ts'
import { SemanticServer } from '../search/semantic/semantic-server.ts'
import type { SearchThreadOptions } from '../search/thread/messages.ts'

const { store, indexFile } = workerData as SearchThreadOptions

function send(message: SemanticThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

const server = new SemanticServer({
  open: () => openConnection({ ...store, readonly: true }),
  indexFile,
  send,
})

async function receive(request: SemanticThreadRequest): Promise<void> {
  if (request.type === 'search') server.add(request)
  else if (request.type === 'cancel') server.cancel(request.id)
  else {
    await server.close()
    parentPort?.close()
  }
}

server.start()
parentPort?.on('message', (request: SemanticThreadRequest) => void receive(request))
