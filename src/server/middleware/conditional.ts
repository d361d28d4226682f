import { createHash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { matchesETag } from './matches-etag.ts'

/**
 * Adds ETags for conditional requests (RFC 9110, section 13). Responses to authenticated requests are never
 * cached, and have an ETag only if it names the revision of a row.
 */
export function conditional(): Middleware {
  return async (ctx, next) => {
    await next()
    if (isApiOrMetadata(ctx)) ctx.vary('Authorization')
    if (ctx.res.hasHeader('Cache-Control')) return
    const isAnonymous = isRead(ctx) && isTaggable(ctx) && !ctx.state.caller
    ctx.set('Cache-Control', isAnonymous ? 'public, no-cache' : 'no-store')
    if (isAnonymous || (isTaggable(ctx) && ctx.state.revision !== undefined)) setETag(ctx)
  }
}

/** Whether a path belongs to the API or to the OAuth metadata (RFC 8414), which only programs read. */
export function isApiOrMetadata({ path }: { path: string }): boolean {
  return /^\/(api|\.well-known)\//.test(path)
}

function isRead({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isTaggable(ctx: Context): boolean {
  const isWhole =
    ctx.status === 200 && (typeof ctx.body === 'string' || ctx.state.tag !== undefined)
  return isApiOrMetadata(ctx) && isWhole
}

function setETag(ctx: Context): void {
  ctx.set('ETag', ctx.state.tag ?? createETag(ctx.body as string, ctx.state.revision))
  if (isRead(ctx) && matchesETag(ctx)) ctx.status = 304
}

/**
 * The ETag of a response body. It is weak, since the body may be sent with or without compression, unless it
 * begins with the revision of the row that the body shows.
 */
export function createETag(body: Buffer | string, revision?: number): string {
  const digest = createHash('sha1').update(body).digest('base64url')
  return revision === undefined ? `W/"${digest}"` : `"${revision}-${digest}"`
}
