import { hasCredentials } from '../model/text.ts'

/** Turns the raw value of a setting into its typed value. @throws Error that says what was expected */
export type Parse<T> = (given: unknown) => T

/** Thrown by a parser whose messages say already what was given instead. */
export class InvalidParts extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

/**
 * One setting of the server. Order of precedence: flag, environment, environment file, `catalog.toml` in the data
 * directory, default. A secret may also come from the file that `<ENV>_FILE` names; only `Secrets` holds it.
 */
export interface Setting<T> {
  env: string
  meaning: string
  parse: Parse<T>
  fallback: T
  secret?: true
  /** False for a setting that is too long for a command line. Secrets have no flag either. */
  hasFlag?: false
}

export const text: Parse<string> = (given) => {
  if (typeof given !== 'string' || given.trim() === '') throw new Error('should be text')
  return given.trim()
}

export const folder: Parse<string> = (given) => {
  if (typeof given !== 'string' || given === '') throw new Error('should be a directory')
  return given
}

export const address: Parse<string> = (given) => {
  const host = String(given)
  if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host)) throw new Error('should be a host name or address')
  return host
}

/** A port of this machine only, or an address and a port. The result has both: `127.0.0.1:9464`. */
export const listenAddress: Parse<string> = (given) => {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/v.exec(String(given)) ?? []
  if (port === undefined || Number(port) > 65_535 || !/^[A-Za-z0-9.:\-\[\]]{1,253}$/v.test(host)) {
    throw new Error('should be a port, or an address and a port such as 127.0.0.1:9464')
  }
  return `${host}:${port}`
}

export const flag: Parse<boolean> = (given) => {
  const word = String(given).toLowerCase()
  if (['true', '1', 'yes', 'on'].includes(word)) return true
  if (['false', '0', 'no', 'off'].includes(word)) return false
  throw new Error('should be true or false')
}

export function count(least: number, most: number): Parse<number> {
  return (given) => {
    const value = typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given
    if (
      typeof value === 'number' &&
      Number.isSafeInteger(value) &&
      value >= least &&
      value <= most
    ) {
      return value
    }
    throw new Error(`should be a whole number from ${least} to ${most}`)
  }
}

export function choice<T extends string>(...words: T[]): Parse<T> {
  return (given) => {
    const word = words.find((word) => word === given)
    if (word === undefined) throw new Error(`should be one of ${words.join(', ')}`)
    return word
  }
}

/** The address of a PostgreSQL database, which may contain a password. */
export const postgresUrl: Parse<string> = (given) => {
  const { protocol = '' } = (typeof given === 'string' && URL.parse(given)) || {}
  if (!['postgres:', 'postgresql:'].includes(protocol)) {
    throw new Error('should be an address such as postgres://user@host/database')
  }
  return String(given)
}

/**
 * A bucket with an optional prefix for all keys: `s3://bucket/prefix`. Ceph puts the tenant of the bucket before its name:
 * `s3://tenant:bucket/prefix` (https://docs.ceph.com/en/latest/radosgw/multitenancy/). The result has no final slash.
 */
export const s3Url: Parse<string> = (given) => {
  const location = String(given).replace(/\/+$/, '')
  if (
    !/^s3:\/\/(?:\w*:)?[a-z0-9][a-z0-9.\-]{1,61}[a-z0-9](?:\/[A-Za-z0-9_\-][A-Za-z0-9._\-]*)*$/v.test(
      location,
    )
  ) {
    throw new Error(
      'should be s3:// with a bucket and an optional prefix, such as s3://archive/catalog',
    )
  }
  return location
}

/** An HTTP(S) address without user, query and fragment. The result has no final slash. */
export const url: Parse<string> = (given) => {
  const parsed = typeof given === 'string' ? URL.parse(given) : null
  const plain = parsed && !parsed.username && !parsed.password && !parsed.search && !parsed.hash
  if (!plain || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new Error('should be an HTTP or HTTPS address without user, query or fragment')
  }
  return parsed.href.replace(/\/+$/, '')
}

/** Map tiles, whose address has `{z}`, `{x}` and `{y}`, or a style. The query may have a key of the provider. */
export const basemapUrl: Parse<string> = (given) => {
  const location = String(given).trim()
  const { protocol, host, hash } = URL.parse(location) ?? PLACELESS
  const isWeb = ['http:', 'https:'].includes(protocol) && hash === '' && !hasCredentials(location)
  if (!isWeb || host.includes('{') || !hasAllOrNoCoordinates(location)) {
    throw new Error(
      'should be the address of a style, or of tiles with {z}, {x} and {y} such as https://tiles.example/{z}/{x}/{y}.png',
    )
  }
  return location
}

const PLACELESS = { protocol: '', host: '', hash: '' }

function hasAllOrNoCoordinates(template: string): boolean {
  const names = template.match(/\{[^\}]*\}/gv) ?? []
  return names.length === 0 || names.toSorted().join() === '{x},{y},{z}'
}

/** Variables of the environment have tables and lists as JSON. */
export function parseJson(given: unknown): unknown {
  if (typeof given !== 'string' || !/^\s*[\[\{]/v.test(given)) return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
