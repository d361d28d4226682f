import { hkdfSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Clock, Micros } from '../clock.ts'
import type { Secrets } from '../config.ts'
import { invalid, type CatalogError } from '../errors.ts'
import { ensureKeyFile, keyFilePath, parseKeyFile } from './signing-key-file.ts'

/** The signing keys of a catalog: one signs, and older ones may still verify after a rotation. */
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
  clock: Clock,
): Promise<SigningKeys> {
  if (secret === null) return databaseUrl === null ? await watchKeyFile(data, clock) : NO_KEYS
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

async function watchKeyFile(data: string, clock: Clock): Promise<SigningKeys> {
  await ensureKeyFile(data)
  const path = keyFilePath(data)
  let version = readVersion(path)
  let keys = readKeys(path)
  const reload = (): void => {
    const currentVersion = readVersion(path)
    if (currentVersion === version) return
    keys = readKeysOrKeep(path, keys)
    version = currentVersion
  }
  const valid = (): Buffer[] => {
    reload()
    const now = clock.now()
    return keys.filter(({ until }) => until > now).map(({ key }) => key)
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

/** A running server continues with its loaded keys if the file is missing or damaged. */
function readKeysOrKeep(path: string, kept: DerivedKey[]): DerivedKey[] {
  try {
    return readKeys(path)
  } catch {
    return kept
  }
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'catalog signed addresses', 32))
}

function requireFirst(keys: readonly Buffer[]): Buffer {
  const [key] = keys
  if (key === undefined) throw new Error('there is no signing key')
  return key
}
