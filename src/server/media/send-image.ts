import type { Context } from 'koa'
import { CatalogError } from '../../core/errors.ts'
import { matchesETag } from '../middleware/matches-etag.ts'
import type { ImageBody, Reply } from '../reply.ts'
import type { RenderLimits } from './render-limits.ts'

/**
 * Reads or renders an image and sends it, or sends 304 Not Modified.
 * @throws before any header is set, if there is no image
 */
export async function sendImage(
  ctx: Context,
  image: ImageBody,
  headers: Reply['headers'],
  limits: RenderLimits,
): Promise<void> {
  const allHeaders = { ...headers, ETag: image.etag }
  if (matchesETag(ctx, image.etag)) {
    ctx.set(allHeaders)
    ctx.status = 304
    return
  }
  const bytes = 'read' in image ? await image.read() : await render(ctx, image, limits)
  ctx.set(allHeaders)
  ctx.body = bytes
}

async function render(
  ctx: Context,
  image: Extract<ImageBody, { render: unknown }>,
  limits: RenderLimits,
): Promise<Buffer> {
  limits.admit(ctx.req)
  const bytes = await image.render(createDisconnectSignal(ctx))
  limits.trackUnsent(bytes, ctx.res)
  return bytes
}

/**
 * Creates a signal that aborts when the client closes the connection. A client that half-closes it cannot be told apart
 * from one that is gone.
 */
function createDisconnectSignal({ res, socket }: Context): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new CatalogError('invalid', 'The client disconnected.'))
  if (res.destroyed || socket.readableEnded) abort()
  socket.once('end', abort)
  res.once('close', () => {
    socket.off('end', abort)
    abort()
  })
  return controller.signal
}
