import { LRUCache } from 'lru-cache'
import { createETag } from '../middleware/conditional.ts'
import type { Reply } from './reply.ts'

/** Caches serialized responses that are the same for all anonymous callers. Any write to the database clears it. */
export interface ResponseCache {
  /** Returns the cached reply to requests with this key, or calls `handle` and caches its reply. */
  respond(key: string, handle: () => Promise<Reply>): Promise<Reply>
}

const MAX_BYTES = 32 * 1024 ** 2
/** More than the record of an image with as many contributions as it contains. */
const MAX_RESPONSE_BYTES = 1024 ** 2

/** @param version changes with every write to the database, by any process */
export function createResponseCache(version: () => Promise<number | string>): ResponseCache {
  const cache = new LRUCache<string, Reply & { body: Buffer }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_RESPONSE_BYTES,
    sizeCalculation: ({ body }, key) => body.byteLength + key.length,
  })
  let cachedVersion: number | string = ''
  return {
    async respond(key, handle) {
      const now = await version()
      if (now !== cachedVersion) cache.clear()
      cachedVersion = now
      const cached = cache.get(key)
      if (cached) return cached
      const made = await handle()
      if (made.status !== 200 || made.stream || isNotStored(made)) return made
      const reply = serialize(made)
      // If the database was written while the request was handled, the reply may show the state before or after it.
      if (cachedVersion === now) cache.set(key, reply)
      return reply
    },
  }
}

/** Whether the reply depends on more than the database, such as on a service that did not answer. */
function isNotStored({ headers }: Reply): boolean {
  return String(headers?.['Cache-Control']).startsWith('no-store')
}

/** Converts the body to bytes and computes the ETag. */
export function serialize(reply: Reply): Reply & { body: Buffer } {
  const body = toBytes(reply.body)
  return { ...reply, body, tag: createETag(body, reply.revision) }
}

function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
