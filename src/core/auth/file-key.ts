import { createHmac } from 'node:crypto'
import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'
import { FILE_KEY_DAYS } from '../base/limits.ts'
import { isSameSecret } from './secrets.ts'

const KEY_BYTES = 16
const DAY: Micros = 24 * 60 * 60 * MICROS_PER_SECOND

/** One version of an image's original file. */
export interface OriginalVersion {
  imageId: number
  version: string
}

/**
 * Creates the key of an importer's `permalink`: `user.day.mac`. It lets its holder read the original of a
 * non-public image on behalf of that importer. It expires at the end of a day, so that the URL is stable for a day.
 */
export function createFileKey(
  signingKey: Buffer,
  original: OriginalVersion,
  { userId, now }: { userId: number; now: Micros },
): string {
  const lastDay = Math.floor(now / DAY) + FILE_KEY_DAYS - 1
  return formatKey(signingKey, original, `${userId}.${lastDay}`)
}

/** Returns the user of a file key; undefined if the key is invalid or has expired. */
export function verifyFileKey(
  key: string,
  validKeys: readonly Buffer[],
  { now, ...original }: OriginalVersion & { now: Micros },
): number | undefined {
  const [, claims = '', userId, lastDay] = /^((\d{1,15})\.(\d{1,9}))\./.exec(key) ?? []
  const isKey = validKeys.some((valid) => isSameSecret(key, formatKey(valid, original, claims)))
  if (!isKey) return undefined
  return now < (Number(lastDay) + 1) * DAY ? Number(userId) : undefined
}

function formatKey(
  signingKey: Buffer,
  { imageId, version }: OriginalVersion,
  claims: string,
): string {
  const signed = `original ${imageId} ${version} ${claims}`
  const mac = createHmac('sha256', signingKey).update(signed).digest()
  return `${claims}.${mac.subarray(0, KEY_BYTES).toString('base64url')}`
}
