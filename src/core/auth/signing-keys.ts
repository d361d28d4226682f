import { hkdfSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Clock, Micros } from '../clock.ts'
import type { Secrets } from '../config.ts'
import { ensureKeyFile, keyFilePath, parseKeyFile } from './signing-key-file.ts'

/** The keys of a catalog: one signs, and several may verify while a rotation is under way. */
export interface SigningKeys {
  /** The key that signs. */
  current(): Buffer
  /** Every key whose signatures count, the current one first. */
  valid(): readonly Buffer[]
}

interface DerivedKey {
  key: Buffer
  until: Micros
}

/**
 * The keys from the settings, or else from the data directory, where one is made if there is none. Those of the
 * data directory are read again once they have been rotated.
 * @throws CatalogError kind `unavailable` when what is kept there is no secret
 */
export async function openSigningKeys(
  data: string,
  { secret, previousSecret }: Pick<Secrets, 'secret' | 'previousSecret'>,
  clock: Clock,
): Promise<SigningKeys> {
  if (secret === null) return watchKeyFile(data, clock)
  const secrets = previousSecret === null ? [secret] : [secret, previousSecret]
  const keys = secrets.map(derive)
  return { current: () => first(keys), valid: () => keys }
}

async function watchKeyFile(data: string, clock: Clock): Promise<SigningKeys> {
  await ensureKeyFile(data)
  const path = keyFilePath(data)
  let version = versionOf(path)
  let keys = read(path)
  const reload = (): void => {
    const today = versionOf(path)
    if (today === version) return
    keys = readOr(path, keys)
    version = today
  }
  const valid = (): Buffer[] => {
    reload()
    const now = clock.now()
    return keys.filter(({ until }) => until > now).map(({ key }) => key)
  }
  return { current: () => first(valid()), valid }
}

/** Changes with every rotation; undefined while the file cannot be looked at. */
function versionOf(path: string): string | undefined {
  try {
    const { ino, mtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${mtimeNs}`
  } catch {
    return undefined
  }
}

function read(path: string): DerivedKey[] {
  return parseKeyFile(readFileSync(path, 'utf8'), path).map(({ secret, until }) => ({
    key: derive(secret),
    until,
  }))
}

/** A server at work goes on with the keys it has when the file is gone or damaged. */
function readOr(path: string, kept: DerivedKey[]): DerivedKey[] {
  try {
    return read(path)
  } catch {
    return kept
  }
}

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'catalog signed addresses', 32))
}

function first(keys: readonly Buffer[]): Buffer {
  const [key] = keys
  if (key === undefined) throw new Error('there is no signing key')
  return key
}
