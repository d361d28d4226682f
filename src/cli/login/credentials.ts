import type { CatalogError } from '../../core/errors.ts'
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

/** Tokens that are in a keyring which does not give them now. */
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

/** The instance as nobody is signed in to it. */
export function withoutTokens(instance: Instance): Instance {
  const { tokens: _tokens, renewing_since: _since, ...rest } = instance
  return rest
}

/** The instance with the tokens that it has just given. */
export function withTokens(instance: Instance, tokens: Tokens): Instance {
  return { ...withoutTokens(instance), tokens }
}

/** All that is remembered, with one instance set anew. */
export function withInstance(all: Credentials, url: string, instance: Instance): Credentials {
  return { ...all, instances: { ...all.instances, [url]: instance } }
}

type Stores = Pick<Cli, 'env' | 'keyring'>

/** What is remembered about each instance by its base URL; empty when nothing is. */
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
  filed: TokenFacts & Partial<Secrets>,
): Promise<Pick<Instance, 'tokens' | 'unreadable'>> {
  const { access_token, refresh_token, ...facts } = filed
  if (access_token !== undefined && refresh_token !== undefined) {
    return { tokens: { ...facts, access_token, refresh_token } }
  }
  try {
    const held = await useKeyring(async () => readSecrets(await keyring.get(url)))
    return held === undefined ? {} : { tokens: { ...facts, ...held } }
  } catch (error) {
    return { unreadable: { facts, reason: error as CatalogError } }
  }
}

function readSecrets(text: string | null): Secrets | undefined {
  return text === null ? undefined : secrets.parse(JSON.parse(text))
}

/** Keeps it all, each instance's tokens where they belong: the keyring first, then the file. */
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

/** What the file says of an instance, once the keyring has what it shall hold. */
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
