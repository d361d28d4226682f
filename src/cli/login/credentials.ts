import type { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import {
  readCredentialsFile,
  secrets,
  writeCredentialsFile,
  type StoredCredentials,
  type StoredInstance,
  type Secrets,
  type TokenFacts,
} from './credentials-file.ts'
import { useKeyring, type Keyring } from './keyring.ts'

export type Tokens = TokenFacts & Secrets

/** Tokens in a keyring that cannot be read at the moment. */
interface UnreadableTokens {
  facts: TokenFacts
  reason: CatalogError
}

export type Instance = Omit<StoredInstance, 'tokens'> & {
  tokens?: Tokens
  unreadable?: UnreadableTokens
}
export type Credentials = Omit<StoredCredentials, 'instances'> & {
  instances: Record<string, Instance>
}

export function withoutTokens(instance: Instance): Instance {
  const { tokens: _tokens, renewing_since: _since, ...rest } = instance
  return rest
}

export function withTokens(instance: Instance, tokens: Tokens): Instance {
  return { ...withoutTokens(instance), tokens }
}

/** Returns a copy of the credentials with one instance replaced. */
export function withInstance(all: Credentials, url: string, instance: Instance): Credentials {
  return { ...all, instances: { ...all.instances, [url]: instance } }
}

type Stores = Pick<Cli, 'env' | 'keyring'>

/** Reads the credentials of all instances, from the file and the keyring. */
export async function readCredentials({ env, keyring }: Stores): Promise<Credentials> {
  const file = await readCredentialsFile(env)
  const instances: Record<string, Instance> = {}
  for (const [url, { tokens, ...instance }] of Object.entries(file.instances)) {
    instances[url] = { ...instance, ...(tokens && (await loadSecrets(keyring, url, tokens))) }
  }
  return { ...file, instances }
}

async function loadSecrets(
  keyring: Keyring,
  url: string,
  stored: TokenFacts & Partial<Secrets>,
): Promise<Pick<Instance, 'tokens' | 'unreadable'>> {
  const { access_token, refresh_token, ...facts } = stored
  if (access_token !== undefined && refresh_token !== undefined) {
    return { tokens: { ...facts, access_token, refresh_token } }
  }
  try {
    const found = await useKeyring(async () => parseSecrets(await keyring.get(url)))
    return found === undefined ? {} : { tokens: { ...facts, ...found } }
  } catch (error) {
    return { unreadable: { facts, reason: error as CatalogError } }
  }
}

function parseSecrets(text: string | null): Secrets | undefined {
  return text === null ? undefined : secrets.parse(JSON.parse(text))
}

/** Writes the credentials of all instances, to the keyring first and then to the file. */
export async function writeCredentials(
  { env, keyring }: Stores,
  value: Credentials,
): Promise<void> {
  const instances: Record<string, StoredInstance> = {}
  for (const [url, instance] of Object.entries(value.instances)) {
    instances[url] = await storeSecrets(keyring, url, instance)
  }
  await writeCredentialsFile(env, { ...value, instances })
}

/** Stores the secrets in the keyring if the instance uses it. @returns the instance as the file stores it */
async function storeSecrets(
  keyring: Keyring,
  url: string,
  { tokens, unreadable, ...instance }: Instance,
): Promise<StoredInstance> {
  if (unreadable) return { ...instance, tokens: unreadable.facts }
  if (instance.store !== 'keyring') return { ...instance, ...(tokens && { tokens }) }
  if (tokens === undefined) {
    await useKeyring(() => keyring.delete(url))
    return instance
  }
  const { access_token, refresh_token, ...facts } = tokens
  await useKeyring(() => keyring.set(url, JSON.stringify({ access_token, refresh_token })))
  return { ...instance, tokens: facts }
}
