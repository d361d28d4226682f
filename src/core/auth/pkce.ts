import { createHash } from 'node:crypto'
import { sameSecret } from './secrets.ts'

/** A SHA-256 in base64url without padding (RFC 7636, section 4.2): always 43 characters. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Whether this is a verifier as RFC 7636, section 4.1 has it, and the one behind the challenge. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return sameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)
}
