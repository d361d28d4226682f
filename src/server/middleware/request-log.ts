import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from '../../core/log.ts'

/** Logs one line per request, by route pattern: paths and queries may contain secrets. */
export function logRequests(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    ctx.state.requestId = randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    try {
      await next()
    } finally {
      log.info(
        {
          request: ctx.state.requestId,
          method: ctx.method,
          route: ctx.state.route ?? 'none',
          status: ctx.status,
          ms: Math.round(performance.now() - started),
          bytes: ctx.response.length,
          user: ctx.state.caller?.userId,
          client: ctx.state.caller?.clientId,
        },
        'request',
      )
    }
  }
}
