import type { Context } from 'koa'
import { createDisconnectSignal } from '../http/disconnect-signal.ts'
import { matchesETag } from '../middleware/matches-etag.ts'
import type { ImageBody, Reply } from '../http/reply.ts'
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
  const client = await limits.admit(ctx.req)
  return await image.render(client, createDisconnectSignal(ctx))
}
