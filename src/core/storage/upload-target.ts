import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Micros } from '../base/clock.ts'

/** The request that an upload URL allows: a PUT of this type to this key until it expires. */
export interface UploadTarget {
  key: string
  /** The exact value of the Content-Type header. */
  contentType: string
  expiresAt: Micros
}

/**
 * Returns the query of an upload URL: `expires=…&signature=…`. The signature is an HMAC-SHA256 (RFC 2104) of method, key,
 * content type and expiry. It does not cover host and path prefix, so that a proxy may change them.
 */
export function signUpload(signingKey: Buffer, target: UploadTarget): string {
  return `expires=${target.expiresAt}&signature=${computeSignature(signingKey, target).toString('hex')}`
}

/** Whether one of the keys signed the query for this target. Compares in constant time. */
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

function computeSignature(
  signingKey: Buffer,
  { key, contentType, expiresAt }: UploadTarget,
): Buffer {
  const signed = JSON.stringify(['PUT', key, contentType, expiresAt])
  return createHmac('sha256', signingKey).update(signed).digest()
}
