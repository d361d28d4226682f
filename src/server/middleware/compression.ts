import compress from 'koa-compress'
import type { Middleware } from 'koa'

const ENCODINGS = ['zstd', 'br', 'gzip', 'deflate', 'identity']

/**
 * Compresses text for clients that accept it. If a client accepts no encoding, not even `identity`, the response
 * is not compressed, as RFC 9110, section 12.5.3, allows; koa-compress alone would fail.
 */
export function compression(): Middleware {
  const compressText = compress({ filter: isText })
  return async (ctx, next) => {
    if (ctx.acceptsEncodings(...ENCODINGS) === false) ctx.compress = false
    await compressText(ctx, next)
  }
}

/** Image formats are compressed already. */
function isText(type: string): boolean {
  return /^text\/|[/+](?:x-nd)?json\b/i.test(type)
}
