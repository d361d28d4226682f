import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import { matchesETag } from '../middleware/matches-etag.ts'
import type { FileBody } from '../http/reply.ts'
import { parseRange } from './range.ts'

/**
 * Sends a file, a range of it, or 304 Not Modified. The file's headers must be set already.
 * @throws before the response starts, if the file cannot be opened or read
 */
export async function sendFile(ctx: Context, body: FileBody): Promise<void> {
  const { size } = body
  ctx.status = 200
  ctx.set('Accept-Ranges', 'bytes')
  if (matchesETag(ctx)) {
    ctx.status = 304
    return
  }
  const range = ctx.method === 'GET' && matchesIfRange(ctx) ? ctx.get('Range') : undefined
  const part = parseRange(range, size)
  if (part === 'unsatisfiable') {
    ctx.remove('Cache-Control')
    ctx.set('Content-Range', `bytes */${size}`)
    ctx.body = null
    ctx.status = 416
    return
  }
  if (part !== 'whole') {
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`)
  }
  ctx.length = part === 'whole' ? size : part.end - part.start + 1
  if (ctx.method === 'HEAD') return
  const stream = part === 'whole' ? body.open() : body.open(part)
  await waitUntilReadable(ctx, stream)
  setStream(ctx, stream)
}

const FILE_HEADERS = ['Accept-Ranges', 'Cache-Control', 'Content-Range', 'Content-Type', 'ETag']

async function waitUntilReadable(ctx: Context, stream: Readable): Promise<void> {
  try {
    await once(stream, 'readable')
  } catch (error) {
    for (const name of FILE_HEADERS) ctx.remove(name)
    throw error
  }
}

/** With If-Range, a range is sent only if the client has the rest of the same file (RFC 9110, section 13.1.5). */
function matchesIfRange(ctx: Context): boolean {
  const header = ctx.get('If-Range')
  return header === '' || header === ctx.response.get('ETag')
}

/** koa resets the length when the body is set to a stream. */
function setStream(ctx: Context, stream: NodeJS.ReadableStream): void {
  const { length } = ctx.response
  ctx.body = stream
  ctx.length = length
}
