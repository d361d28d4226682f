import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from '../../database/sqlite-connections.ts'
import type { SavableIndex } from './index-file.ts'
import type { IndexServer, IndexServerOptions } from './index-server.ts'
import type { SearchThreadOptions, SearchThreadRequest } from './messages.ts'

/** Runs the server of an index in this thread, with its own connection. */
export function runIndexServer<Index extends SavableIndex, Request, Result>(
  createServer: (options: IndexServerOptions<Result>) => IndexServer<Index, Request>,
  connection: { cacheKib?: number } = {},
): void {
  const { store, images, indexFile, limits } = workerData as SearchThreadOptions
  const server = createServer({
    open: () => openConnection({ ...store, ...connection, readonly: true }),
    images,
    indexFile,
    limits,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    send: (message) => parentPort?.postMessage(message),
  })
  const receive = async (request: SearchThreadRequest<Request>): Promise<void> => {
    if (request.type === 'search') server.add(request)
    else if (request.type === 'cancel') server.cancel(request.id)
    else {
      await server.close()
      parentPort?.close()
    }
  }
  server.start()
  parentPort?.on('message', (request: SearchThreadRequest<Request>) => void receive(request))
}
