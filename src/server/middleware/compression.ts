import compress from 'koa-compress'
import type { Middleware } from 'koa'

const ENCODINGS = ['zstd', 'br', 'gzip', 'deflate', 'identity']

/**
 * Compresses text for clients that accept it. A client that accepts no encoding, not even `identity`, gets the text
 * as it is: RFC 9110, section 12.5.3, lets a server do so, and koa-compress would fail.
 */
export function compression(): Middleware {
  const compressText = compress({ filter: isText })
  return async (ctx, next) => {
    if (ctx.acceptsEncodings(...ENCODINGS) === false) ctx.compress = false
    await compressText(ctx, next)
  }
}

/** Pictures are compressed already. */
function isText(type: string): boolean {
  return /^text\/|[/+]json\b/i.test(type)
}
