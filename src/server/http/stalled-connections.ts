import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readSendQueues } from './send-queues.ts'

/** Slower clients count as stalled: less than one kilobyte per second over the whole time. */
const MIN_BYTES_PER_SECOND = 1000

const CHECKS_PER_DEADLINE = 4

interface Progress {
  /** Bytes that the client had received when the time began. */
  received: number
  since: number
}

/** The part of a socket's handle that tells what the operating system has not taken yet. */
interface Handle {
  writeQueueSize?: number
}

/**
 * Destroys connections whose client does not receive. Applies to every response, since it looks at connections: in
 * `seconds`, a client must receive 1,000 bytes for each second, or all that waits for it. Time in which nothing waits for
 * the client does not count, so that slow answers are not cut.
 *
 * The operating system buffers megabytes, and takes more only when a third of them is free. So the bytes that it has taken
 * tell nothing about a client that receives less than 100 KB per second; its send queue does.
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
  const isStalled = (socket: Socket, received: number): boolean => {
    const now = performance.now()
    const progress = waiting.get(socket)
    if (!progress || received - progress.received >= seconds * MIN_BYTES_PER_SECOND) {
      waiting.set(socket, { received, since: now })
      return false
    }
    return now - progress.since >= seconds * 1000
  }
  const check = async (): Promise<void> => {
    const taken = new Map<Socket, number>()
    for (const socket of sockets) {
      if (countUnsent(socket) > 0) taken.set(socket, countTaken(socket))
      else waiting.delete(socket)
    }
    const queues = await readSendQueues(taken.keys())
    for (const [socket, bytes] of taken) {
      // The queue of a connection that sent data while the queues were read does not fit the bytes.
      if (!sockets.has(socket) || countTaken(socket) !== bytes) continue
      if (!isStalled(socket, bytes - (queues.get(socket) ?? 0))) continue
      onStalled(socket)
      socket.destroy()
    }
  }
  const timer = setInterval(() => void check(), (seconds * 1000) / CHECKS_PER_DEADLINE).unref()
  server.once('close', () => clearInterval(timer))
}

/** Counts the bytes that the operating system has taken for the client. */
function countTaken(socket: Socket): number {
  return socket.bytesWritten - countUnsent(socket)
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
