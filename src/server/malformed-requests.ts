import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '../core/log.ts'

const REFUSALS: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers are larger than 16 KiB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions are too large.' },
}
const NOT_HTTP = { status: 400, detail: 'This is not a valid HTTP/1.1 request.' }

/**
 * Answers what Node.js cannot parse, or what takes too long to arrive, and closes the connection. Node.js would do so,
 * too, but without a body, and without a word in the log.
 * @param responseOn the response that is being sent on a connection; nothing may be written into its middle
 */
export function refuseMalformed(
  log: Logger,
  responseOn: (socket: Duplex) => ServerResponse | undefined,
) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const { code = '' } = error
    const isParsed = !code.startsWith('HPE_') && REFUSALS[code] === undefined
    if (isParsed || !socket.writable) {
      log.debug({ err: error }, 'a client went away')
      socket.destroy()
      return
    }
    const { status, detail } = REFUSALS[code] ?? NOT_HTTP
    const request = randomUUID()
    const current = responseOn(socket)
    if (current?.req.complete) {
      // The request at fault comes after one that is still being answered.
      current.once('close', () => socket.destroy())
      return
    }
    log.info({ request, route: 'none', status, code }, 'a malformed request')
    if (current?.headersSent) socket.destroy()
    else socket.end(rawResponse(status, detail, request), () => socket.destroy())
  }
}

function rawResponse(status: number, detail: string, request: string): string {
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
