import type { Middleware } from 'koa'

/** An upload may go on for as long as its request may; every other body ends soon after its response. */
const LINGER_MS = 30_000

/**
 * Takes in and throws away what is still to come of a body when its request is answered, as a refusal often
 * is. Many clients look for the answer only when all is sent, and lose it when the connection ends before.
 * A client that takes too long to send the rest is disconnected.
 */
export function linger(): Middleware {
  return async (ctx, next) => {
    const { req, res } = ctx
    res.once('finish', () => {
      req.resume()
      if (req.complete || ctx.state.isUpload) return
      const timer = setTimeout(() => req.destroy(), LINGER_MS)
      req.once('close', () => clearTimeout(timer))
    })
    await next()
  }
}
