import { createServer, type Server } from 'node:http'
import type { Config } from '../../core/config/config.ts'
import type { Logger } from '../../core/base/log.ts'
import type { CapacityLog } from '../../core/base/capacity-log.ts'
import { limitConnections, peerAddress } from './connection-limit.ts'
import { closeOnlyIdle } from './idle-connections.ts'
import { rejectMalformed } from './malformed-requests.ts'
import { clientAddress } from '../middleware/client-address.ts'
import { createRequestQueue } from './pipelining.ts'
import { closeStalled } from './stalled-connections.ts'
import { warnAboutUntrustedProxy } from './untrusted-proxy.ts'

/** Longer than the 60 seconds of common proxies, which would lose a request on a connection that just closed. */
const KEEP_ALIVE_MS = 75_000

/** A connection without traffic is closed after this time. Node.js would keep it open forever. */
const IDLE_SOCKET_MS = 5 * 60 * 1000

const HEADERS_TIMEOUT_MS = 20_000
const MIN_REQUEST_SECONDS = 300

/** Interval of the check for connections that take too long to send a request. */
const TIMEOUT_CHECK_MS = 5000

/** Below the usual limit of open files per process, so that the database and files can be opened. */
const MAX_CONNECTIONS = 4096

type Handler = Parameters<typeof createRequestQueue>[0]

/** Creates an HTTP server with limits for every connection. It does not listen yet. */
export function createHttpServer(config: Config, capacity: CapacityLog): Server {
  const server = createServer(serverOptions(config)).setTimeout(IDLE_SOCKET_MS)
  server.maxConnections = MAX_CONNECTIONS
  // A client may close its direction after its last request (RFC 9293, section 3.6). Node.js would drop the responses.
  Object.assign(server, { httpAllowHalfOpen: true })
  // All connections through a trusted proxy come from its address.
  const perAddress = config.trustProxy > 0 ? 0 : config.connectionsPerAddress
  limitConnections(server, perAddress, (address) => capacity.report('connections', address))
  return server.on('drop', (rejected) => {
    if (rejected?.remoteAddress === undefined) return
    const socket = { remoteAddress: rejected.remoteAddress }
    capacity.report('connections', clientAddress({ socket, headers: {} }, 0))
  })
}

/** Passes the server's requests to the application and rejects those that are not valid HTTP. */
export function serveRequests(
  server: Server,
  handle: Handler,
  { config, log, capacity }: { config: Config; log: Logger; capacity: CapacityLog },
): void {
  const queue = createRequestQueue(handle, (socket) => onIdle(socket), {
    onExcess: (request) =>
      capacity.report('pipelined_requests', clientAddress(request, config.trustProxy)),
  })
  const onIdle = closeOnlyIdle(server, queue.isInUse)
  server.on('connection', queue.accept)
  closeStalled(server, config.stallSeconds, (socket) => {
    const request = queue.responseOn(socket)?.req
    const address = request ? clientAddress(request, config.trustProxy) : peerAddress(socket)
    capacity.report('stalled_responses', address)
  })
  if (config.trustProxy === 0) warnAboutUntrustedProxy(server, log)
  server.on('request', queue.handle)
  // RFC 9110, section 10.1.1: an expectation other than 100-continue may be ignored.
  server.on('checkExpectation', queue.handle)
  server.on('clientError', rejectMalformed(log, queue.responseOn))
}

/**
 * An upload may take as long as its slot is valid; Node.js would abort it after five minutes, and close idle
 * connections after five seconds. The application checks the Host header, so that rejections are logged.
 */
function serverOptions({ slotSeconds }: Config) {
  return {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: Math.max(slotSeconds, MIN_REQUEST_SECONDS) * 1000,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  }
}
