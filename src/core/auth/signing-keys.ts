import { hkdfSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Clock, Micros } from '../base/clock.ts'
import type { Secrets } from '../config/config.ts'
import { invalid, signingKeyUnreadable, type CatalogError } from '../base/errors.ts'
import type { Logger } from '../base/log.ts'
import { ensureKeyFile, keyFilePath, parseKeyFile } from './signing-key-file.ts'

/**
 * The signing keys of a catalog: one signs, and older ones may still verify after a rotation. Both functions throw a
 * CatalogError of kind `unavailable` while the key file cannot be read.
 */
export interface SigningKeys {
  /** The key that signs. */
  current(): Buffer
  /** All keys whose signatures are valid, the current one first. */
  valid(): readonly Buffer[]
}

interface DerivedKey {
  key: Buffer
  until: Micros
}

type KeySettings = Pick<Secrets, 'databaseUrl' | 'secret' | 'previousSecret'>

/**
 * Opens the keys from the settings, otherwise from the data directory, where a missing key file is created. The key
 * file is reloaded after a rotation. Nodes of one PostgreSQL database need the setting, without which there are no keys.
 * @throws CatalogError kind `unavailable` if the key file is damaged
 */
export async function openSigningKeys(
  data: string,
  { databaseUrl, secret, previousSecret }: KeySettings,
  { clock, log }: { clock: Clock; log: Pick<Logger, 'info' | 'warn'> },
): Promise<SigningKeys> {
  if (secret === null)
    return databaseUrl === null ? await watchKeyFile(data, { clock, log }) : NO_KEYS
  const secrets = previousSecret === null ? [secret] : [secret, previousSecret]
  const keys = secrets.map(deriveKey)
  return { current: () => requireFirst(keys), valid: () => keys }
}

/**
 * Requires the key that all nodes of a PostgreSQL database share.
 * @throws CatalogError kind `invalid` if it is not set
 */
export function requireSharedKey({ databaseUrl, secret }: KeySettings): void {
  if (databaseUrl !== null && secret === null) throw missingKey()
}

const NO_KEYS: SigningKeys = {
  current() {
    throw missingKey()
  },
  valid: () => [],
}

function missingKey(): CatalogError {
  return invalid(
    'CATALOG_SECRET',
    'is required with CATALOG_DATABASE_URL, because all servers of the database sign with the same key. Create one with: openssl rand -base64 32',
  )
}

async function watchKeyFile(
  data: string,
  { clock, log }: { clock: Clock; log: Pick<Logger, 'info' | 'warn'> },
): Promise<SigningKeys> {
  await ensureKeyFile(data)
  const path = keyFilePath(data)
  let version = readVersion(path)
  let keys = readKeys(path)
  let isReadable = true
  const reload = (): void => {
    const currentVersion = readVersion(path)
    if (currentVersion === version) return
    keys = readKeys(path)
    version = currentVersion
  }
  /** An unknown key may have replaced a leaked one, so that the loaded keys are no longer used. */
  const load = (): DerivedKey[] => {
    try {
      reload()
      if (!isReadable) log.info({ path }, 'the signing key can be read again')
      isReadable = true
      return keys
    } catch (error) {
      if (isReadable) log.warn({ path, err: error }, 'the signing key cannot be read')
      isReadable = false
      throw signingKeyUnreadable(error)
    }
  }
  const valid = (): Buffer[] => {
    const now = clock.now()
    return load()
      .filter(({ until }) => until > now)
      .map(({ key }) => key)
  }
  return { current: () => requireFirst(valid()), valid }
}

/** Returns a value that changes with every rotation; undefined if the file cannot be read. */
function readVersion(path: string): string | undefined {
  try {
    const { ino, mtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${mtimeNs}`
  } catch {
    return undefined
  }
}

function readKeys(path: string): DerivedKey[] {
  return parseKeyFile(readFileSync(path, 'utf8'), path).map(({ secret, until }) => ({
    key: deriveKey(secret),
    until,
  }))
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'catalog signed addresses', 32))
}

function requireFirst(keys: readonly Buffer[]): Buffer {
  const [key] = keys
  if (key === undefined) throw new Error('there is no signing key')
  return key
}
