import type { Middleware } from 'koa'
import type { Metrics } from '../metrics/metrics.ts'

/** Counts requests, by route pattern. */
export function measureRequests(metrics: Pick<Metrics, 'countRequest'>): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    try {
      await next()
    } finally {
      const seconds = (performance.now() - started) / 1000
      const { method, status } = ctx
      metrics.countRequest({ method, route: ctx.state.route ?? 'none', status, seconds })
    }
  }
}
