import type { Context } from 'koa'
import { CatalogError } from '../../core/errors.ts'
import { matchesETag } from '../middleware/matches-etag.ts'
import type { ImageBody, Reply } from '../reply.ts'
import type { RenderLimits } from './render-limits.ts'

/**
 * Produces and sends an image, or sends 304 Not Modified.
 * @throws before any header is set, if the image cannot be produced
 */
export async function sendImage(
  ctx: Context,
  image: ImageBody,
  headers: Reply['headers'],
  limits: RenderLimits,
): Promise<void> {
  const { etag, isRendered } = image
  const allHeaders = { ...headers, ETag: etag }
  if (matchesETag(ctx, etag)) {
    ctx.set(allHeaders)
    ctx.status = 304
    return
  }
  if (isRendered) limits.admit(ctx.req)
  const signal = createDisconnectSignal(ctx)
  const bytes = await image.produce(signal)
  if (isRendered) limits.trackUnsent(bytes, signal)
  ctx.set(allHeaders)
  ctx.body = bytes
}

function createDisconnectSignal({ res }: Context): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new CatalogError('invalid', 'The client disconnected.'))
  if (res.destroyed) abort()
  else res.once('close', abort)
  return controller.signal
}
