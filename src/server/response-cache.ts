import type { Context } from 'koa'
import { tagOf } from './middleware/conditional.ts'
import type { Reply } from './reply.ts'

/** Answers that everybody gets, as the bytes that go out, for as long as nothing is written to the database. */
export interface ResponseCache {
  /** The answer that is kept for this request, else a new one. */
  answer(ctx: Context, make: () => Promise<Reply>): Promise<Reply>
}

const MOST_BYTES = 16 * 1024 ** 2
const LARGEST_BYTES = 256 * 1024

/** @param version changes with every write to the database, whoever makes it */
export function createResponseCache(version: () => Promise<number>): ResponseCache {
  const kept = new Map<string, Reply & { body: Buffer }>()
  let keptAt = -1
  let bytes = 0
  const forgetAll = (): void => {
    kept.clear()
    bytes = 0
  }
  return {
    async answer(ctx, make) {
      const now = await version()
      if (now !== keptAt) forgetAll()
      keptAt = now
      const key = `${ctx.path}${ctx.search}\n${ctx.get('Accept')}`
      const known = kept.get(key)
      if (known) return known
      const reply = inBytes(await make())
      const size = reply.body.byteLength + key.length
      // Something may have been written since; what was read may be of either state.
      if (keptAt !== now || size > LARGEST_BYTES) return reply
      if (bytes + size > MOST_BYTES) forgetAll()
      kept.set(key, reply)
      bytes += size
      return reply
    },
  }
}

/** With its ETag. */
function inBytes(reply: Reply): Reply & { body: Buffer } {
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  const body = Buffer.from(text)
  return { ...reply, body, tag: tagOf(body, reply.revision) }
}
