import { createServer, type Server } from 'node:http'
import type { Config } from '../core/config.ts'
import type { Logger } from '../core/log.ts'
import { closeOnlyIdle } from './idle-connections.ts'
import { refuseMalformed } from './malformed-requests.ts'
import { inSequence } from './pipelining.ts'

/** Longer than the minute that proxies let a connection rest: a request sent into one that just ended is lost. */
const RESTING_MS = 75_000

/** A connection on which nothing has moved for so long is cut: Node would let it hold an open file for ever. */
const STALLED_MS = 5 * 60 * 1000

const HEADERS_MS = 60_000
const MIN_REQUEST_SECONDS = 300

/** How often connections are looked at that take too long to send a request. */
const CHECKING_MS = 5000

/** Below the number of open files that systems let a process have, so that the database and files can be opened. */
const MAX_CONNECTIONS = 4096

type Handler = Parameters<typeof inSequence>[0]

/** An HTTP server that does not listen yet, with the limits that hold for every connection. */
export function createHttpServer(config: Config, log: Logger): Server {
  const server = createServer(optionsOf(config)).setTimeout(STALLED_MS)
  server.maxConnections = MAX_CONNECTIONS
  return server.on('drop', () => log.debug('a connection was refused: there are too many'))
}

/** Has the application handle the server's requests, and refuses those that are not even HTTP. */
export function serveRequests(server: Server, handle: Handler, log: Logger): void {
  const sequence = inSequence(handle, (socket) => released(socket))
  const released = closeOnlyIdle(server, sequence.isInUse)
  server.on('request', sequence.handle)
  // RFC 9110, section 10.1.1: an expectation other than 100-continue may be ignored.
  server.on('checkExpectation', sequence.handle)
  server.on('clientError', refuseMalformed(log, sequence.responseOn))
}

/**
 * An upload may take as long as its slot lives; Node's own default would cut it after five minutes, and a
 * connection that rests after five seconds. The application checks the Host header, so that its refusal is logged.
 */
function optionsOf({ slotSeconds }: Config) {
  return {
    headersTimeout: HEADERS_MS,
    requestTimeout: Math.max(slotSeconds, MIN_REQUEST_SECONDS) * 1000,
    connectionsCheckingInterval: CHECKING_MS,
    keepAliveTimeout: RESTING_MS,
    requireHostHeader: false,
  }
}
