import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Micros } from '../clock.ts'

/** The only request that an upload address allows: a PUT of this type to this key until it expires. */
export interface UploadTarget {
  key: string
  /** Exactly as it must come in the Content-Type header. */
  contentType: string
  expiresAt: Micros
}

/**
 * The query that turns a key's address into an upload address: `expires=…&signature=…`. The signature is an
 * HMAC-SHA256 (RFC 2104) over method, key, content type and expiry; host and path prefix stay out of it, so
 * that a proxy may map them.
 */
export function signUpload(signingKey: Buffer, target: UploadTarget): string {
  return `expires=${target.expiresAt}&signature=${signature(signingKey, target).toString('hex')}`
}

/** Whether one of the keys signed the query for this target; compares in constant time. */
export function isSignedUpload(
  validKeys: readonly Buffer[],
  target: UploadTarget,
  query: string,
): boolean {
  const given = Buffer.from(query)
  return validKeys.some((key) => {
    const right = Buffer.from(signUpload(key, target))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

function signature(signingKey: Buffer, { key, contentType, expiresAt }: UploadTarget): Buffer {
  const signed = JSON.stringify(['PUT', key, contentType, expiresAt])
  return createHmac('sha256', signingKey).update(signed).digest()
}
