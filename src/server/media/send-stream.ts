import { Readable } from 'node:stream'
import type { Context } from 'koa'

/** Sends text while it is made. If that fails midway, the connection is closed before the end of the response. */
export function sendStream(ctx: Context, text: AsyncIterable<string>): void {
  const stream = Readable.from(text, { objectMode: false })
  // The stream may end up behind a compressor, which does not pass errors on.
  stream.once('error', () => ctx.res.destroy())
  ctx.body = stream
  ctx.status = 200
}
