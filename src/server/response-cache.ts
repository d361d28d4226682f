import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'
import { createETag } from './middleware/conditional.ts'
import type { Reply } from './reply.ts'

/** Responses that are the same for every client, as bytes. Any write to the database invalidates all of them. */
export interface ResponseCache {
  /** Returns the cached response to this request, or makes one. */
  respond(ctx: Context, make: () => Promise<Reply>): Promise<Reply>
}

const MAX_BYTES = 16 * 1024 ** 2
const MAX_RESPONSE_BYTES = 256 * 1024

/** @param version changes with every write to the database, by any process */
export function createResponseCache(version: () => Promise<number>): ResponseCache {
  const cache = new LRUCache<string, Reply & { body: Buffer }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_RESPONSE_BYTES,
    sizeCalculation: ({ body }, key) => body.byteLength + key.length,
  })
  let cachedVersion = -1
  return {
    async respond(ctx, make) {
      const now = await version()
      if (now !== cachedVersion) cache.clear()
      cachedVersion = now
      const key = `${ctx.path}${ctx.search}\n${ctx.get('Accept')}`
      const cached = cache.get(key)
      if (cached) return cached
      const reply = toBytes(await make())
      // After a write in the meantime the response may show either state.
      if (cachedVersion === now) cache.set(key, reply)
      return reply
    },
  }
}

/** Sets the ETag too. */
function toBytes(reply: Reply): Reply & { body: Buffer } {
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  const body = Buffer.from(text)
  return { ...reply, body, tag: createETag(body, reply.revision) }
}
