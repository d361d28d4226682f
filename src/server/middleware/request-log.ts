import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from '../../core/base/log.ts'
import type { Metrics } from '../metrics/metrics.ts'

/**
 * Logs one line per request, by route pattern: paths and queries may contain secrets. The same goes to the metrics, if
 * they are served.
 */
export function logRequests(log: Logger, metrics?: Pick<Metrics, 'countRequest'>): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    ctx.state.requestId = randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    try {
      await next()
    } finally {
      const ms = performance.now() - started
      const { method, status } = ctx
      const route = ctx.state.route ?? 'none'
      metrics?.countRequest({ method, route, status, seconds: ms / 1000 })
      log.info(
        {
          request: ctx.state.requestId,
          method,
          route,
          status,
          ms: Math.round(ms),
          bytes: ctx.response.length,
          user: ctx.state.caller?.userId,
          client: ctx.state.caller?.clientId,
        },
        'request',
      )
    }
  }
}
