import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Replaces `closeIdleConnections` of the server, which its `close` calls. Node.js treats a connection as idle once the
 * application has ended its response, and would cut off the part that the client has not received.
 * @param isInUse whether a request of the connection waits, is being handled, or its response is being sent
 * @returns a function to call when a connection is no longer in use
 */
export function closeOnlyIdle(
  server: Server,
  isInUse: (socket: Socket) => boolean,
): (socket: Socket) => void {
  /** Bytes that each open connection had sent when it was last in use. Further bytes belong to a new request. */
  const bytesRead = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    bytesRead.set(socket, 0)
    socket.once('close', () => bytesRead.delete(socket))
  })
  server.closeIdleConnections = () => {
    for (const [socket, bytes] of bytesRead) {
      if (!isInUse(socket) && socket.bytesRead === bytes) socket.destroy()
    }
  }
  return (socket) => {
    if (bytesRead.has(socket)) bytesRead.set(socket, socket.bytesRead)
    if (!server.listening && !isInUse(socket)) socket.destroy()
  }
}
