import { CatalogError } from '../../core/base/errors.ts'

/** The system's secret store: macOS Keychain, Windows Credential Manager, or Secret Service. */
export interface Keyring {
  get(name: string): Promise<string | null>
  set(name: string, secret: string): Promise<void>
  delete(name: string): Promise<void>
}

const SERVICE = 'catalog'

/** Loads the package on first use, because most users store tokens in the file. */
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
 * Tests the keyring by storing, reading and deleting a value.
 * @throws CatalogError kind `unavailable` if there is no keyring or it is locked
 */
export async function requireKeyring(keyring: Keyring): Promise<void> {
  const written = String(Math.random())
  const read = await useKeyring(async () => {
    await keyring.set(PROBE, written)
    const stored = await keyring.get(PROBE)
    await keyring.delete(PROBE)
    return stored
  })
  if (read !== written) throw toKeyringError('it does not return stored values')
}

/** Runs an operation on the keyring. @throws CatalogError kind `unavailable` if it fails */
export async function useKeyring<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toKeyringError(error instanceof Error ? error.message : String(error), error)
  }
}

function toKeyringError(reason: string, cause?: unknown): CatalogError {
  const advice = 'Unlock it, or store the tokens in a file: catalog login --credential-store file'
  return new CatalogError(
    'unavailable',
    `The system keyring is unavailable: ${reason}. ${advice}`,
    {
      code: 'no_keyring',
      ...(cause !== undefined && { cause }),
    },
  )
}
