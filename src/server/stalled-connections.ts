import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Slower clients count as stalled: less than one kilobyte per second over the whole time. */
const MIN_BYTES_PER_SECOND = 1000

const CHECKS_PER_DEADLINE = 4

interface Progress {
  /** Bytes that the operating system had taken for the client when the time began. */
  sentBytes: number
  since: number
}

/** The part of a socket's handle that tells what the operating system has not taken yet. */
interface Handle {
  writeQueueSize?: number
}

/**
 * Destroys connections whose client does not receive. Applies to every response, since it looks at connections: in
 * `seconds`, a client must take 1,000 bytes for each second, or all that waits for it. Time in which nothing waits for the
 * client does not count, so that slow answers are not cut.
 */
export function closeStalled(
  server: Server,
  seconds: number,
  onStalled: (socket: Socket) => void,
): void {
  const waiting = new Map<Socket, Progress>()
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      waiting.delete(socket)
    })
  })
  const check = (): void => {
    const now = performance.now()
    for (const socket of sockets) {
      const unsent = countUnsent(socket)
      const sentBytes = socket.bytesWritten - unsent
      const progress = waiting.get(socket)
      if (unsent === 0) waiting.delete(socket)
      else if (!progress || sentBytes - progress.sentBytes >= seconds * MIN_BYTES_PER_SECOND)
        waiting.set(socket, { sentBytes, since: now })
      else if (now - progress.since >= seconds * 1000) {
        onStalled(socket)
        socket.destroy()
      }
    }
  }
  const timer = setInterval(check, (seconds * 1000) / CHECKS_PER_DEADLINE).unref()
  server.once('close', () => clearInterval(timer))
}

/** A large chunk counts as unsent until the operating system has taken all of it, unless the handle knows more. */
function countUnsent(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: Handle | null }
  const { writeQueueSize } = handle ?? {}
  // What waits behind the chunk that is being sent is in `bytesWritten`, but not in the queue of the handle.
  if (writeQueueSize === undefined || writeQueueSize === 0) return socket.writableLength
  return Math.min(socket.writableLength, writeQueueSize + countBuffered(socket))
}

/** Bytes behind the chunk that is being sent. */
function countBuffered(socket: Socket): number {
  const { bytesWritten } = socket
  const { _bytesDispatched: dispatched = bytesWritten } = socket as { _bytesDispatched?: number }
  return bytesWritten - dispatched
}
