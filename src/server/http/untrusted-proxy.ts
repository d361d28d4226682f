import type { Server } from 'node:http'
import { logProxyUntrusted } from '../../core/auth/security-events.ts'
import { isLoopback } from '../../core/config/config.ts'
import type { Logger } from '../../core/base/log.ts'

/**
 * Logs a warning once if a proxy on this host passes requests on although none is trusted: all clients then share the limits
 * of its address.
 */
export function warnAboutUntrustedProxy(server: Server, log: Logger): void {
  server.on('request', function check({ socket, headers }) {
    if (
      headers['x-forwarded-for'] === undefined ||
      !isLoopback(toPlainAddress(socket.remoteAddress))
    )
      return
    server.off('request', check)
    logProxyUntrusted(log)
  })
}

/** A socket for both versions of IP reports `::ffff:127.0.0.1`. */
function toPlainAddress(address = ''): string {
  return address.replace(/^::ffff:/, '')
}
