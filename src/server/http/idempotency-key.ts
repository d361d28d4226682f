import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import type { Reply } from './reply.ts'

/** Name of the hidden field with the idempotency key of a page's form. */
export const IDEMPOTENCY_FIELD = 'idempotency_key'

const KEY = /^[\x21-\x7e]{1,255}$/

/** The header as the OpenAPI document describes it. */
export const idempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(KEY)
    .optional()
    .describe(
      'Makes retries safe: for 30 days, a request with the same key and body gets the same response.',
    ),
})

/** Returns the request's Idempotency-Key, if any. @throws CatalogError kind `invalid` */
export function parseIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key
  throw new CatalogError(
    'invalid',
    'The Idempotency-Key header must be 1 to 255 visible ASCII characters.',
  )
}

/** Returns the idempotency key of a page's form, if it has a valid one. */
export function readFormKey(form: URLSearchParams): string | undefined {
  const key = form.get(IDEMPOTENCY_FIELD) ?? ''
  return KEY.test(key) ? key : undefined
}

/** Marks a response that repeats that of an earlier request with the same key. */
export function markReplay(reply: Reply, isReplay: boolean): Reply {
  if (!isReplay) return reply
  return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } }
}
