import type { Middleware } from 'koa'

/** Time to send the rest of a body after the response, except for uploads, which have their own limit. */
const DRAIN_MS = 30_000

/**
 * Reads and discards the rest of a request body after an early response, such as an error. Many clients read
 * the response only after they have sent the whole body, and would lose it if the connection closed before.
 * Clients that take too long to send the rest are disconnected.
 */
export function drainBody(): Middleware {
  return async (ctx, next) => {
    const { req, res } = ctx
    res.once('finish', () => {
      req.resume()
      if (req.complete || ctx.state.isUpload) return
      const timer = setTimeout(() => req.destroy(), DRAIN_MS)
      req.once('close', () => clearTimeout(timer))
    })
    await next()
  }
}
