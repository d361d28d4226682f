import { createHash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { ONE_MINUTE, REVALIDATED } from '../http/cache-control.ts'
import { isApiOrMetadata } from './api-paths.ts'
import { matchesETag } from './matches-etag.ts'

/**
 * Adds ETags for conditional requests (RFC 9110, section 13) to public reads of the API and to pages, if caches ask
 * before each use or after a minute. Responses to authenticated requests must not be cached. They have an ETag only if
 * the reply has a revision.
 */
export function conditional(): Middleware {
  return async (ctx, next) => {
    await next()
    if (isApiOrMetadata(ctx)) ctx.vary('Authorization')
    if (!ctx.res.hasHeader('Cache-Control'))
      ctx.set('Cache-Control', isSharedRead(ctx) ? REVALIDATED : 'no-store')
    if (isTaggable(ctx) && (isRevalidated(ctx) || ctx.state.revision !== undefined)) setETag(ctx)
  }
}

function isSharedRead(ctx: Context): boolean {
  return isApiOrMetadata(ctx) && isRead(ctx) && isTaggable(ctx) && !ctx.state.caller
}

/** The `Cache-Control` of responses with an ETag. */
const TAGGED = [REVALIDATED, ONE_MINUTE]

function isRevalidated(ctx: Context): boolean {
  return isRead(ctx) && TAGGED.includes(ctx.response.get('Cache-Control'))
}

function isRead({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isTaggable(ctx: Context): boolean {
  const hasBody = typeof ctx.body === 'string' || ctx.state.tag !== undefined
  return ctx.status === 200 && hasBody
}

function setETag(ctx: Context): void {
  ctx.set('ETag', ctx.state.tag ?? createETag(ctx.body as string, ctx.state.revision))
  if (isRead(ctx) && matchesETag(ctx)) ctx.status = 304
}

/**
 * Computes the ETag of a response body. It is weak, because the body may be compressed. With a revision it is
 * strong, because If-Match requires that.
 */
export function createETag(body: Buffer | string, revision?: number): string {
  const digest = createHash('sha1').update(body).digest('base64url')
  return revision === undefined ? `W/"${digest}"` : `"${revision}-${digest}"`
}
