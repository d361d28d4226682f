import { createHmac } from 'node:crypto'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { FILE_KEY_DAYS } from '../limits.ts'
import { sameSecret } from './secrets.ts'

const KEY_BYTES = 16
const DAY: Micros = 24 * 60 * 60 * MICROS_PER_SECOND

/** One version of an image's original file. */
export interface OriginalVersion {
  imageId: number
  version: string
}

/**
 * The proof in an importer's `permalink` that its holder may read the original of an image that is not public,
 * on behalf of that importer: `user.day.mac`. It ends on a whole day, so that an address stays the same for a day.
 */
export function fileKey(
  signingKey: Buffer,
  original: OriginalVersion,
  { userId, now }: { userId: number; now: Micros },
): string {
  const lastDay = Math.floor(now / DAY) + FILE_KEY_DAYS - 1
  return keyOf(signingKey, original, `${userId}.${lastDay}`)
}

/** The user to whom a key of this file belongs; undefined when it is not one, or its time is over. */
export function ownerOfFileKey(
  key: string,
  validKeys: readonly Buffer[],
  { now, ...original }: OriginalVersion & { now: Micros },
): number | undefined {
  const [, claims = '', userId, lastDay] = /^((\d{1,15})\.(\d{1,9}))\./.exec(key) ?? []
  const isKey = validKeys.some((valid) => sameSecret(key, keyOf(valid, original, claims)))
  if (!isKey) return undefined
  return now < (Number(lastDay) + 1) * DAY ? Number(userId) : undefined
}

function keyOf(signingKey: Buffer, { imageId, version }: OriginalVersion, claims: string): string {
  const signed = `original ${imageId} ${version} ${claims}`
  const mac = createHmac('sha256', signingKey).update(signed).digest()
  return `${claims}.${mac.subarray(0, KEY_BYTES).toString('base64url')}`
}
