import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Decides which connections a closing server closes. Node.js takes a connection for idle once the application has
 * ended its response, and would cut off whatever of it the client has not received yet.
 * @param isInUse whether a request of the connection waits, is being handled, or its response is being sent
 * @returns to be called when a connection is no longer in use
 */
export function closeOnlyIdle(
  server: Server,
  isInUse: (socket: Socket) => boolean,
): (socket: Socket) => void {
  /** How many bytes each open connection had sent when it was last in use: more are the start of a request. */
  const bytesRead = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    bytesRead.set(socket, 0)
    socket.once('close', () => bytesRead.delete(socket))
  })
  // `close` of the server calls this.
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
