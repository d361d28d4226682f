import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { sliceInput } from './parser-input.ts'

type Listener<Result> = (request: IncomingMessage, response: ServerResponse) => Result

interface Connection {
  /** The response to the request that is being handled. */
  current?: ServerResponse | undefined
  /** Requests whose handling has not started, oldest first. */
  readonly waiting: [IncomingMessage, ServerResponse][]
}

interface RequestQueue {
  /** The listener for requests. */
  handle: Listener<void>
  /** The listener for new connections. */
  accept: (socket: Socket) => void
  /** The response that is being made or sent on a connection, or comes next. */
  responseOn: (socket: Duplex) => ServerResponse | undefined
  /** Whether requests of a connection are being handled, or wait. */
  isInUse: (socket: Duplex) => boolean
}

interface QueueOptions {
  maxWaiting?: number
  /** Called with a request whose connection is closed because too many requests wait. */
  onExcess?: (request: IncomingMessage) => void
}

/** For all connections together; a waiting request takes about 3 KB. Beyond it, connections that pipeline are closed. */
const MAX_WAITING = 40_000

/**
 * Handles the requests of one connection one at a time. Node.js emits all requests of a chunk at once: they would
 * all run before those of other connections.
 * - The next request starts when the response before it has been flushed to the socket, so that a client
 *   that does not read its responses has one of them in memory, not all.
 * - While requests wait, nothing more is read from their connection.
 * - Of all pipelined requests one starts in each turn of the event loop, and the connections take turns. Requests of
 *   clients that don't pipeline are not delayed by them.
 * @param onIdle called with a connection when all its requests have been received completely and answered
 */
export function createRequestQueue(
  handle: Listener<Promise<void>>,
  onIdle: (socket: Socket) => void,
  { maxWaiting = MAX_WAITING, onExcess }: QueueOptions = {},
): RequestQueue {
  const connections = trackConnections((requests) => (waitingCount -= requests))
  const ready: Connection[] = []
  let waitingCount = 0

  function start(connection: Connection): void {
    const [request, response] = connection.waiting.shift() ?? []
    if (request === undefined || response === undefined) return
    waitingCount -= 1
    if (connection.waiting.length === 0 && request.socket.isPaused()) request.socket.resume()
    connection.current = response
    response.once('close', () => finish(connection, request))
    void handle(request, response)
  }

  function finish(connection: Connection, request: IncomingMessage): void {
    connection.current = undefined
    if (connection.waiting.length > 0) enqueue(connection)
    else if (request.complete) onIdle(request.socket)
    else request.once('close', () => onIdle(request.socket))
  }

  function enqueue(connection: Connection): void {
    ready.push(connection)
    if (ready.length === 1) setImmediate(startNext)
  }

  function startNext(): void {
    const connection = ready.shift()
    if (ready.length > 0) setImmediate(startNext)
    if (connection) start(connection)
  }

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    if (socket.destroyed) return
    const connection = connections.get(socket)
    const isFirst = connection.current === undefined && connection.waiting.length === 0
    if (!isFirst && waitingCount >= maxWaiting) {
      onExcess?.(request)
      socket.destroy()
      return
    }
    connection.waiting.push([request, response])
    waitingCount += 1
    if (!isFirst) socket.pause()
    // Once the chunk has been parsed it is known whether more requests follow.
    else queueMicrotask(() => (connection.waiting.length > 1 ? enqueue : start)(connection))
  }

  return { handle: receive, ...connections }
}

/** @param onClose called with the number of requests that waited on a connection when it was closed */
function trackConnections(onClose: (requests: number) => void) {
  const connections = new WeakMap<Duplex, Connection>()
  function open(socket: Socket): Connection {
    const connection: Connection = { waiting: [] }
    connections.set(socket, connection)
    socket.once('close', () => onClose(connection.waiting.splice(0).length))
    // Reading the rest of a body resumes the connection too.
    socket.on('resume', () => {
      if (hasWaiting(connection)) socket.pause()
    })
    return connection
  }
  return {
    get: (socket: Socket): Connection => connections.get(socket) ?? open(socket),
    accept: (socket: Socket): void =>
      sliceInput(socket, {
        hasWaiting: () => (connections.get(socket)?.waiting.length ?? 0) > 0,
        isReceiving: () => connections.get(socket)?.current?.req.complete === false,
      }),
    responseOn: (socket: Duplex): ServerResponse | undefined => {
      const { current, waiting: [next] = [] } = connections.get(socket) ?? {}
      return current ?? next?.[1]
    },
    isInUse: (socket: Duplex): boolean => {
      const { current, waiting = [] } = connections.get(socket) ?? {}
      return current !== undefined || waiting.length > 0
    },
  }
}

/** Whether requests wait for the response to an earlier one. */
function hasWaiting({ current, waiting }: Connection): boolean {
  return waiting.length > (current === undefined ? 1 : 0)
}
