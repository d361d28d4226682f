import type { Context, Middleware } from 'koa'
import { CatalogError } from '../../core/base/errors.ts'

/** A name, an IPv4 address, or an IPv6 address in brackets; then optionally a port (RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

/**
 * Rejects requests without exactly one valid Host header, as RFC 9112, section 3.2, requires. A proxy and this
 * server could otherwise disagree about the host.
 */
export function validateHost(): Middleware {
  return async (ctx, next) => {
    const hosts = ctx.req.headersDistinct.host ?? []
    if (hosts.length !== 1 && !(hosts.length === 0 && mayLackHost(ctx)))
      throw new CatalogError('invalid', 'The request must have exactly one Host header.')
    if (!HOST.test(hosts[0] ?? ''))
      throw new CatalogError('invalid', 'The Host header is not valid.')
    await next()
  }
}

function mayLackHost({ req }: Context): boolean {
  return req.httpVersion === '1.0'
}
