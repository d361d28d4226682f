import { CatalogError } from '../../core/errors.ts'

/** The system's store of secrets: macOS Keychain, Windows Credential Manager, Secret Service. */
export interface Keyring {
  get(name: string): Promise<string | null>
  set(name: string, secret: string): Promise<void>
  delete(name: string): Promise<void>
}

const SERVICE = 'catalog'

/** Loaded when it is asked for first: most people keep their tokens in a file. */
export const systemKeyring: Keyring = {
  get: async (name) => (await openEntry(name)).getPassword(),
  set: async (name, secret) => (await openEntry(name)).setPassword(secret),
  delete: async (name) => void (await (await openEntry(name)).deletePassword()),
}

async function openEntry(name: string) {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return new AsyncEntry(SERVICE, name)
}

const PROBE = 'probe'

/**
 * Makes sure that the keyring keeps what it is given, before anything is entrusted to it.
 * @throws CatalogError kind `unavailable` when there is none, or none that is unlocked
 */
export async function requireKeyring(keyring: Keyring): Promise<void> {
  const written = String(Math.random())
  const read = await useKeyring(async () => {
    await keyring.set(PROBE, written)
    const kept = await keyring.get(PROBE)
    await keyring.delete(PROBE)
    return kept
  })
  if (read !== written) throw toKeyringError('it does not keep what it is given')
}

/** Runs what needs the keyring, and tells in words when that failed. */
export async function useKeyring<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toKeyringError(error instanceof Error ? error.message : String(error), error)
  }
}

function toKeyringError(reason: string, cause?: unknown): CatalogError {
  const advice = 'Unlock it, or keep the tokens in a file: catalog login --credential-store file'
  return new CatalogError('unavailable', `The keyring of this system fails: ${reason}. ${advice}`, {
    code: 'no_keyring',
    ...(cause !== undefined && { cause }),
  })
}
