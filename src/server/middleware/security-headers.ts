import type { Middleware } from 'koa'

/** What keeps bytes that came from users from ever running in a browser; anybody's page may show them. */
export const USER_BYTES = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Headers of every answer; what a route says itself goes before them. */
export function securityHeaders(): Middleware {
  return async (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    await next()
  }
}
