import type { Middleware } from 'koa'

/**
 * Takes in and throws away what is still to come of a body when its request is answered, as a refusal often
 * is. Many clients look for the answer only when all is sent, and lose it when the connection ends before.
 */
export function linger(): Middleware {
  return async (ctx, next) => {
    ctx.res.once('finish', () => ctx.req.resume())
    await next()
  }
}
