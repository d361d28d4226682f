import type { Context } from 'koa'
import { CatalogError } from '../../core/base/errors.ts'

/**
 * Creates a signal that aborts when the client closes the connection. A client that half-closes it cannot be told apart
 * from one that is gone.
 */
export function createDisconnectSignal({ res, socket }: Context): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new CatalogError('invalid', 'The client disconnected.'))
  if (res.destroyed || socket.readableEnded) abort()
  socket.once('end', abort)
  res.once('close', () => {
    socket.off('end', abort)
    // The error of a response that was sent would take 5% of the time of a cached search.
    if (!res.writableFinished) abort()
  })
  return controller.signal
}
