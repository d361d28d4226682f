import type { Configuration } from 'openid-client'
import { CatalogError } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'
import { tell } from '../output.ts'
import { findAuthorizationServer } from './authorization-server.ts'
import { getProfileName } from './choose-instance.ts'
import { isClientKnown } from './is-client-known.ts'
import {
  readCredentials,
  withoutTokens,
  withInstance,
  type Instance,
  type Tokens,
} from './credentials.ts'
import { toTokens, type TokenResponse } from './token-response.ts'
import { requireKeyring } from './keyring.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { registerClient } from './register-client.ts'
import { revokeTokens } from './revoke-tokens.ts'

/** The instance as this program's client sees it. */
export interface RegisteredClient {
  clientId: string
  server: Configuration
}

/**
 * Finds the instance's endpoints and this program's client id there, which is registered the first time,
 * and again when the instance has been set up anew since.
 */
export async function findOrRegisterClient(
  cli: Cli,
  url: string,
  given: string | undefined,
): Promise<RegisteredClient> {
  if (given !== undefined) {
    return { clientId: given, server: await findAuthorizationServer(cli, url, given) }
  }
  const kept = (await readCredentials(cli)).instances[url]?.client_id
  if (kept !== undefined) {
    const server = await findAuthorizationServer(cli, url, kept)
    if (await isClientKnown(cli, server)) return { clientId: kept, server }
  }
  const clientId = await saveClientId(cli, url, await registerClient(cli, url), kept)
  return { clientId, server: await findAuthorizationServer(cli, url, clientId) }
}

/** Another process may have registered meanwhile; then its client id is the one. */
async function saveClientId(
  cli: Cli,
  url: string,
  made: string,
  outdated: string | undefined,
): Promise<string> {
  return await withCredentialsLock(cli, async (current, save) => {
    const meanwhile = current.instances[url]?.client_id
    if (meanwhile !== undefined && meanwhile !== outdated) return meanwhile
    const before = current.instances[url] ?? { client_id: made }
    await save(withInstance(current, url, { ...withoutTokens(before), client_id: made }))
    return made
  })
}

export interface NewSignIn {
  url: string
  clientId: string
  granted: TokenResponse
  username: string
  scope: string
  /** What the person calls the instance; undefined keeps the name that it has. */
  profile: string | undefined
  store: Store
}

export type Store = 'file' | 'keyring'

/**
 * Where the tokens of an instance shall be: as asked for, else where they were before, else in the file.
 * A keyring has been tried out by then, so that nobody signs in for nothing.
 * @throws CatalogError kind `unavailable` for a keyring that does not work
 */
export async function chooseStore(cli: Cli, url: string, asked: Store | undefined): Promise<Store> {
  const store = asked ?? (await readCredentials(cli)).instances[url]?.store ?? 'file'
  if (store === 'keyring') await requireKeyring(cli.keyring)
  return store
}

/** @throws CatalogError kind `conflict` when another instance is called so */
export async function requireUnusedName(cli: Cli, url: string, profile: string): Promise<void> {
  const { instances } = await readCredentials(cli)
  const holder = Object.entries(instances).find(
    ([other, { name }]) => other !== url && getProfileName(other, name) === profile,
  )
  if (!holder) return
  throw new CatalogError('conflict', `The profile "${profile}" is ${holder[0]} already.`, {
    code: 'profile.taken',
  })
}

/** Keeps the tokens of a sign-in; those of the one before are given back to the instance. */
export async function saveSignIn(cli: Cli, signedIn: NewSignIn): Promise<void> {
  const { url, clientId, granted, profile, store } = signedIn
  const before = await withCredentialsLock(cli, async (current, save) => {
    const old = current.instances[url]
    const name = profile ?? old?.name
    const next: Instance = {
      client_id: clientId,
      ...(name !== undefined && { name }),
      ...(store === 'keyring' && { store }),
      tokens: toTokens(granted, signedIn, cli.clock),
    }
    await save({ ...withInstance(current, url, next), last: url })
    return old
  })
  if (before?.tokens) await tryToRevoke(cli, url, before.client_id, before.tokens)
  if (before?.store === 'keyring' && store !== 'keyring') await deleteFromKeyring(cli, url)
}

/** What stays there is revoked, so a keyring that does not answer is nobody's concern. */
async function deleteFromKeyring(cli: Cli, url: string): Promise<void> {
  await cli.keyring.delete(url).catch(() => undefined)
}

/** The former sign-in ends by itself in the end, so a failure here is nobody's concern. */
async function tryToRevoke(cli: Cli, url: string, clientId: string, tokens: Tokens): Promise<void> {
  await revokeTokens(cli, url, clientId, tokens).catch((error: unknown) => {
    if (cli.globals.debug) tell(cli, `The former sign-in was not revoked: ${String(error)}`)
  })
}
