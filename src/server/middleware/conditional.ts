import { createHash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { holdsAlready } from './holds-already.ts'

/**
 * Lets anybody who holds an answer already ask whether it still holds (RFC 9110, section 13). The tag is
 * weak because the same answer goes out compressed and not. What a token was shown is kept by nobody.
 */
export function conditional(): Middleware {
  return async (ctx, next) => {
    await next()
    if (isForPrograms(ctx)) ctx.vary('Authorization')
    if (ctx.res.hasHeader('Cache-Control')) return
    if (isAnonymousAnswer(ctx)) tag(ctx)
    else ctx.set('Cache-Control', 'no-store')
  }
}

/** Whether programs read what is there, the description of the sign-in included (RFC 8414). */
export function isForPrograms({ path }: { path: string }): boolean {
  return /^\/(api|\.well-known)\//.test(path)
}

function isAnonymousAnswer(ctx: Context): boolean {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
  const isWhole =
    ctx.status === 200 && (typeof ctx.body === 'string' || ctx.state.tag !== undefined)
  return isForPrograms(ctx) && isRead && isWhole && !ctx.state.caller
}

function tag(ctx: Context): void {
  ctx.set('Cache-Control', 'public, no-cache')
  ctx.set('ETag', ctx.state.tag ?? tagOf(ctx.body as string))
  if (holdsAlready(ctx)) ctx.status = 304
}

/** The ETag of an answer's bytes. */
export function tagOf(body: Buffer | string): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`
}
