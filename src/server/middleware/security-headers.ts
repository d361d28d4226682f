import type { Middleware } from 'koa'
import type { LinkBases } from '../links.ts'

/** What keeps bytes that came from users from ever running in a browser; anybody's page may show them. */
export const USER_BYTES = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Browsers use https alone for a year (RFC 6797). Other names of the same domain are not ours to decide on. */
const HTTPS_ONLY = 'max-age=31536000'

/** Headers of every answer; what a route says itself goes before them. */
export function securityHeaders({ baseUrl }: Pick<LinkBases, 'baseUrl'>): Middleware {
  const isHttps = new URL(baseUrl).protocol === 'https:'
  return async (ctx, next) => {
    if (isHttps) ctx.set('Strict-Transport-Security', HTTPS_ONLY)
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    await next()
  }
}
