import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../core/errors.ts'
import type { Reply } from './reply.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/** The header as the interface's document tells of it. */
export const repeatable = z.object({
  'Idempotency-Key': z
    .string()
    .regex(KEY)
    .optional()
    .describe(
      'Makes a repetition safe: the same key with the same body gets the first answer again, for 30 days.',
    ),
})

/** The request's Idempotency-Key, as it came. @throws CatalogError kind `invalid` */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key
  throw new CatalogError(
    'invalid',
    'The Idempotency-Key header should be 1 to 255 visible ASCII characters.',
  )
}

/** Tells that an answer is the one that an earlier request with the same key got. */
export function markReplay(reply: Reply, isReplay: boolean): Reply {
  if (!isReplay) return reply
  return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } }
}
