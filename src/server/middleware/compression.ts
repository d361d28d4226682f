import compress from 'koa-compress'
import type { Middleware } from 'koa'
import { VECTOR_TILE } from '../vector-tile.ts'

const ENCODINGS = ['zstd', 'br', 'gzip', 'deflate', 'identity']

/**
 * Compresses text and vector tiles for clients that accept it. If a client accepts no encoding, not even `identity`,
 * the response is not compressed, as RFC 9110, section 12.5.3, allows; koa-compress alone would fail.
 */
export function compression(): Middleware {
  const compressText = compress({ filter: isCompressible })
  return async (ctx, next) => {
    if (ctx.acceptsEncodings(...ENCODINGS) === false) ctx.compress = false
    await compressText(ctx, next)
  }
}

/** Image formats are compressed already. */
function isCompressible(type: string): boolean {
  return type === VECTOR_TILE || /^text\/|[/+](?:x-nd)?json\b/i.test(type)
}
