import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The kinds of secret that leave the catalogue; the prefix tells a person or a leak scanner what it is. */
const PREFIXES = {
  access: 'cat_at_',
  refresh: 'cat_rt_',
  code: 'cat_ac_',
  client: 'cat_cs_',
  session: 'cat_se_',
} as const

/** A new secret of 256 random bits: `cat_at_…`. Only its hash is ever stored. */
export function newSecret(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(32).toString('base64url')
}

/** SHA-256, hex: enough for secrets that are random themselves. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares two texts in time that does not tell where they differ. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
