import { createHmac } from 'node:crypto'
import type { Micros } from '../base/clock.ts'
import { isSameSecret } from './secrets.ts'

/** Signs content for a browser, which can store it but not change it: base64url of JSON, then its HMAC. */
export function seal(key: Buffer, content: object, expiresAt: Micros): string {
  const text = Buffer.from(JSON.stringify({ content, expiresAt })).toString('base64url')
  return `${text}.${sign(key, text)}`
}

/** Verifies sealed content and returns it; undefined if it was changed or has expired. */
export function unseal(validKeys: readonly Buffer[], sealed: string, now: Micros): unknown {
  const [text = '', signed = ''] = sealed.split('.')
  if (!validKeys.some((key) => isSameSecret(signed, sign(key, text)))) return undefined
  const { content, expiresAt } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
    content: unknown
    expiresAt: Micros
  }
  return expiresAt > now ? content : undefined
}

function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(`sealed for a browser:${text}`).digest('base64url')
}
