import type { Context, Middleware } from 'koa'
import { CatalogError } from '../../core/errors.ts'

/** A name, an IPv4 address, or an IPv6 address in brackets, and a port (RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

/**
 * Refuses requests that name no host or several, as RFC 9112, section 3.2, demands: a proxy before the server and
 * the server itself may take them for different ones.
 */
export function oneHost(): Middleware {
  return async (ctx, next) => {
    const hosts = ctx.req.headersDistinct.host ?? []
    if (hosts.length !== 1 && !(hosts.length === 0 && mayLackHost(ctx)))
      throw new CatalogError('invalid', 'A request needs exactly one Host header.')
    if (!HOST.test(hosts[0] ?? ''))
      throw new CatalogError('invalid', 'The Host header is not valid.')
    await next()
  }
}

function mayLackHost({ req }: Context): boolean {
  return req.httpVersion === '1.0'
}
