import type { Middleware } from 'koa'
import type { CapacityLog } from '../../core/base/capacity-log.ts'
import type { Config } from '../../core/config/config.ts'
import { clientAddress } from './client-address.ts'

/** Time that a client has to send the rest of a body. Uploads have a time limit of their own. */
const DRAIN_MS = 30_000

/**
 * Discards the rest of a request body after an early response, such as an error. Many clients read the response
 * only after they have sent the whole body, and lose it if the connection closes before.
 */
export function drainBody(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  capacity: CapacityLog,
): Middleware {
  return async (ctx, next) => {
    const { req, res } = ctx
    res.once('finish', () => {
      req.resume()
      if (req.complete || ctx.state.isUpload) return
      const timer = setTimeout(() => {
        capacity.report('request_bodies', clientAddress(req, trustProxy))
        req.destroy()
      }, DRAIN_MS)
      req.once('close', () => clearTimeout(timer))
    })
    await next()
  }
}
