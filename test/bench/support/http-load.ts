import { connect, type Socket } from 'node:net'

/**
 * Sends GET requests one after the other on each connection, and discards the responses. It uses little processor time
 * itself, which matters when a server is measured on the same machine.
 * @throws Error if a response is not 200
 */
export async function requestOften(url: string, count: number, connections: number): Promise<void> {
  const { hostname, port, pathname, host } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  let sent = 0
  const next = (socket: Socket): void => {
    if (sent === count) return void socket.destroy()
    sent += 1
    socket.write(request)
  }
  const runs = Array.from({ length: connections }, () => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('connect', () => next(socket))
    return readResponses(socket, next)
  })
  await Promise.all(runs)
}

/** Resolves when the connection is closed. */
function readResponses(socket: Socket, onResponse: (socket: Socket) => void): Promise<void> {
  let missing = 0
  return new Promise((resolve, reject) => {
    socket.on('close', () => resolve())
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      if (missing === 0) missing = readLength(bytes, reject)
      missing -= bytes.length
      if (missing === 0) onResponse(socket)
    })
  })
}

/** Returns the length of the response whose first bytes, with the whole header, these are. */
function readLength(bytes: Buffer, reject: (error: Error) => void): number {
  const end = bytes.indexOf('\r\n\r\n')
  const header = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(header)?.[1]
  if (!header.startsWith('HTTP/1.1 200 ') || length === undefined) reject(new Error(header))
  return end + 4 + Number(length)
}
