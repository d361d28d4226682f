import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Prefixes of the secrets that the catalog issues. They identify leaked secrets to people and leak scanners. */
const PREFIXES = {
  access: 'cat_at_',
  refresh: 'cat_rt_',
  code: 'cat_ac_',
  client: 'cat_cs_',
  session: 'cat_se_',
} as const

/** Creates a secret of 256 random bits: `cat_at_…`. Only its hash is ever stored. */
export function newSecret(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 in hexadecimal: sufficient for random secrets. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares two strings in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
