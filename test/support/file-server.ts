import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CERTIFICATE, PRIVATE_KEY } from './tls-certificate.ts'

export interface FileRequest {
  method: string
  path: string
  range: string | undefined
  ifRange: string | undefined
}

/** A server on this computer that sends files, well or badly. */
export interface FileServer extends AsyncDisposable {
  readonly url: string
  /** All requests so far. */
  readonly requests: readonly FileRequest[]
}

/** @param number of the request, from 1 */
export type FileHandler = (
  response: ServerResponse,
  request: IncomingMessage,
  number: number,
) => void

export async function startFileServer(
  handle: FileHandler,
  { tls = false } = {},
): Promise<FileServer> {
  const requests: FileRequest[] = []
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { range, 'if-range': ifRange } = request.headers
    const { method = '', url: path = '' } = request
    requests.push({ method, path, range, ifRange: ifRange as string | undefined })
    handle(response, request, requests.length)
  }
  const server = tls
    ? createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, listener)
    : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends a file as servers should: with its length and ETag, and the range that was requested. */
export function sendFile(
  response: ServerResponse,
  { headers }: IncomingMessage,
  content: Buffer,
): void {
  const etag = etagOf(content)
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
  const isCurrent = [undefined, etag].includes(headers['if-range'] as string | undefined)
  if (start === 0 || !isCurrent) {
    response.writeHead(200, { 'Content-Length': content.length, ETag: etag }).end(content)
    return
  }
  const range = `bytes ${start}-${content.length - 1}/${content.length}`
  const rest = content.subarray(start)
  response.writeHead(206, { 'Content-Length': rest.length, 'Content-Range': range, ETag: etag })
  response.end(rest)
}

/** Announces the whole file, and closes the connection after some bytes. */
export function cutFile(response: ServerResponse, content: Buffer, bytes: number): void {
  response.writeHead(200, { 'Content-Length': content.length, ETag: etagOf(content) })
  response.write(content.subarray(0, bytes), () => response.socket?.end())
}

function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`
}
