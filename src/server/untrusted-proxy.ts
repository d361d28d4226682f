import type { Server } from 'node:http'
import { isIPv6 } from 'node:net'
import { logProxyUntrusted } from '../core/auth/security-events.ts'
import type { Logger } from '../core/log.ts'

/**
 * Logs a warning once if a proxy on this host passes requests on although none is trusted: all clients then share the limits
 * of its address.
 */
export function warnAboutUntrustedProxy(server: Server, log: Logger): void {
  server.on('request', function check({ socket, headers }) {
    if (headers['x-forwarded-for'] === undefined || !isLoopback(socket.remoteAddress)) return
    server.off('request', check)
    logProxyUntrusted(log)
  })
}

function isLoopback(address = ''): boolean {
  return isIPv6(address)
    ? address === '::1' || address.startsWith('::ffff:127.')
    : address.startsWith('127.')
}
