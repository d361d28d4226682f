import { createHash } from 'node:crypto'
import { isSameSecret } from './secrets.ts'

/** Whether a text is a SHA-256 in base64url without padding (RFC 7636, section 4.2): 43 characters. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Whether this is a valid verifier (RFC 7636, section 4.1) and matches the challenge. */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)
}
