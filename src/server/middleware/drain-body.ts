import type { Middleware } from 'koa'

/** Time that a client has to send the rest of a body. Uploads have a time limit of their own. */
const DRAIN_MS = 30_000

/**
 * Discards the rest of a request body after an early response, such as an error. Many clients read the response
 * only after they have sent the whole body, and lose it if the connection closes before.
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
