import { InvalidArgumentError } from '@commander-js/extra-typings'
import { MAX_RATE } from '../../core/base/limits.ts'
import { hasHiddenCharacters, isBlank, isWithinLength } from '../../core/model/text.ts'

export function parseNonBlank(text: string): string {
  if (!isBlank(text)) return text.trim()
  throw new InvalidArgumentError('Must not be blank.')
}

export function parsePositiveInteger(text: string): number {
  const value = Number(text)
  if (/^\d{1,15}$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('Must be a positive integer.')
}

/** A day, in seconds. Timers overflow after 24 days. */
const MAX_INTERVAL = 86_400

/** Parses the seconds between two requests of `--follow`. */
export function parseInterval(text: string): number {
  const seconds = Number(text)
  if (/^\d{1,5}$/.test(text) && seconds > 0 && seconds <= MAX_INTERVAL) return seconds
  throw new InvalidArgumentError(`Must be a whole number of seconds from 1 to ${MAX_INTERVAL}.`)
}

/** Parses a number of requests per second. */
export function parseRate(text: string): number {
  const rate = Number(text)
  if (/^\d{1,4}(?:\.\d+)?$/.test(text) && rate > 0 && rate <= MAX_RATE) return rate
  throw new InvalidArgumentError(`Must be a number of requests per second, at most ${MAX_RATE}.`)
}

const MAX_RETRIES = 100

export function parseRetries(text: string): number {
  const value = Number(text)
  if (/^\d{1,3}$/.test(text) && value <= MAX_RETRIES) return value
  throw new InvalidArgumentError(`Must be a whole number from 0 to ${MAX_RETRIES}.`)
}

/** Parses the address of a server or a document; requests would not send its user and password. */
export function parseHttpUrl(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url.href
  throw new InvalidArgumentError('Must be an http or https URL without user.')
}

/** Parses the address of an instance, which has no slash at its end. */
export function parseBaseUrl(text: string): string {
  const { origin, pathname } = new URL(parseHttpUrl(text))
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

export function parseProxy(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol)) return text
  throw new InvalidArgumentError('Must be the URL of an HTTP proxy, such as http://proxy:3128.')
}

const MAX_LABEL = 100

/** Parses a token's label, which must differ from any token id. */
export function parseTokenLabel(text: string): string {
  const label = parseNonBlank(text)
  if (!isWithinLength(label, MAX_LABEL) || hasHiddenCharacters(label)) {
    throw new InvalidArgumentError(`Must have at most ${MAX_LABEL} characters and no hidden ones.`)
  }
  if (/^\d+$/.test(label)) throw new InvalidArgumentError('Must not be a number.')
  return label
}

/** Parses one value of a repeatable option. */
export function appendPositiveInteger(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), parsePositiveInteger(text)]
}

const UNITS: Record<string, number> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 }

/** Parses `500MB` or `2GB`; returns bytes. */
export function parseBytes(text: string): number {
  const [, count = '', unit = 'B'] = /^(\d{1,6}(?:\.\d+)?)(B|kB|MB|GB)?$/.exec(text) ?? []
  const bytes = Math.round(Number(count) * (UNITS[unit] ?? 0))
  if (bytes > 0) return bytes
  throw new InvalidArgumentError('Must be a size such as 500MB or 2GB.')
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Parses `90s`, `30m`, `8h` or `30d`; returns seconds. */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * (SECONDS[unit] ?? 0)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('Must be a duration such as 90s, 30m, 8h or 30d.')
}
