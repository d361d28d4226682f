import type { IncomingHttpHeaders } from 'node:http'
import { CatalogError } from '../core/errors.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/** The request's Idempotency-Key, as it came. @throws CatalogError kind `invalid` */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key
  throw new CatalogError(
    'invalid',
    'The Idempotency-Key header should be 1 to 255 visible ASCII characters.',
  )
}
