import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '../../core/base/log.ts'

const ERRORS: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request was not received in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers are larger than 16 KiB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions are too large.' },
}
const INVALID_REQUEST = { status: 400, detail: 'This is not a valid HTTP/1.1 request.' }

/**
 * Responds to requests that Node.js cannot parse or that arrive too slowly, and closes the connection. Node.js
 * itself would respond without a body and without a log line.
 * @param responseOn the response that is being sent on a connection and must not be corrupted
 */
export function rejectMalformed(
  log: Logger,
  responseOn: (socket: Duplex) => ServerResponse | undefined,
) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const { code = '' } = error
    const isConnectionError = !code.startsWith('HPE_') && ERRORS[code] === undefined
    if (isConnectionError || !socket.writable) {
      log.debug({ err: error }, 'client disconnected')
      socket.destroy()
      return
    }
    const { status, detail } = ERRORS[code] ?? INVALID_REQUEST
    const request = randomUUID()
    const current = responseOn(socket)
    if (current?.req.complete) {
      // The malformed request follows one whose response is still being sent.
      current.once('close', () => socket.destroy())
      return
    }
    log.info({ request, route: 'none', status, code }, 'malformed request')
    if (current?.headersSent) socket.destroy()
    else socket.end(formatResponse(status, detail, request), () => socket.destroy())
  }
}

function formatResponse(status: number, detail: string, request: string): string {
  const body = JSON.stringify({ detail })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${request}`,
    '',
    body,
  ].join('\r\n')
}
