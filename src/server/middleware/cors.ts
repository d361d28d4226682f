import type { Context, Middleware } from 'koa'

/** Paths that scripts of any origin may call. The sign-in, consent and account pages are not among them. */
const CORS_PATHS = [
  /^\/api\//,
  /^\/oauth\/(token|revoke_token)\/?$/,
  /^\/\.well-known\//,
  /^\/(media|iiif|upload)\//,
  /^\/oembed\/?$/,
]

const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, Retry-After, WWW-Authenticate, X-Request-Id, Accept-Ranges, Content-Range, Content-Length, Date, Catalog-Features, Idempotency-Replayed',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'DELETE, GET, HEAD, PATCH, POST, PUT',
  'Access-Control-Allow-Headers':
    'authorization, batch-id, content-type, idempotency-key, if-match, if-none-match, if-range, range',
  'Access-Control-Max-Age': '86400',
}

/** Allows every origin, without credentials: callers authenticate with a token, never with a cookie. */
export function cors(): Middleware {
  return async (ctx, next) => {
    const isOpen = CORS_PATHS.some((path) => path.test(ctx.path))
    if (isOpen) ctx.set(ANY_ORIGIN)
    if (isOpen && isPreflight(ctx)) {
      ctx.set(PREFLIGHT)
      ctx.status = 204
    } else await next()
  }
}

function isPreflight(ctx: Context): boolean {
  return ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== ''
}
