import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'

/** How long the rest of a body may pause once its request has been answered. */
const PAUSE_MS = 30_000

/**
 * Takes in and throws away what is still to come of a body when its request is answered, as a refusal often
 * is. Many clients look for the answer only when all is sent, and lose it when the connection ends before.
 */
export function linger(): Middleware {
  return async (ctx, next) => {
    ctx.res.once('finish', () => discardRest(ctx.req))
    await next()
  }
}

function discardRest(request: IncomingMessage): void {
  if (request.complete) return
  request.resume()
  // By now it is what a connection may rest between two requests, which is less.
  request.socket.setTimeout(PAUSE_MS)
}
