import type { Middleware } from 'koa'
import type { LinkBases } from '../http/links.ts'

/** Keeps browsers from running user content, which pages of any origin may embed. */
export const USER_CONTENT_HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** One year (RFC 6797). Without `includeSubDomains`, since subdomains may belong to other services. */
const HSTS = 'max-age=31536000'

/** Sets the security headers of every response; a route's own headers override them. */
export function securityHeaders({ baseUrl }: Pick<LinkBases, 'baseUrl'>): Middleware {
  const isHttps = new URL(baseUrl).protocol === 'https:'
  return async (ctx, next) => {
    if (isHttps) ctx.set('Strict-Transport-Security', HSTS)
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    await next()
  }
}
