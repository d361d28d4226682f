import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { tell } from '../terminal/output.ts'
import { getProfileName } from './choose-instance.ts'
import { readCredentials, withInstance, type Instance, type Tokens } from './credentials.ts'
import { toTokens, type TokenResponse } from './token-response.ts'
import { requireKeyring } from './keyring.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { revokeTokens } from './revoke-tokens.ts'

export interface NewSignIn {
  url: string
  clientId: string
  granted: TokenResponse
  username: string
  scope: string
  /** Profile name; undefined keeps the present one. */
  profile: string | undefined
  store: Store
}

export type Store = 'file' | 'keyring'

/**
 * Chooses where to store the tokens: as requested, or else where they were before, or else in the file. It tests
 * a keyring before the sign-in starts.
 * @throws CatalogError kind `unavailable` if the keyring does not work
 */
export async function chooseStore(cli: Cli, url: string, asked: Store | undefined): Promise<Store> {
  const store = asked ?? (await readCredentials(cli)).instances[url]?.store ?? 'file'
  if (store === 'keyring') await requireKeyring(cli.keyring)
  return store
}

/** @throws CatalogError kind `conflict` if another instance has this profile name */
export async function requireUnusedName(cli: Cli, url: string, profile: string): Promise<void> {
  const { instances } = await readCredentials(cli)
  const holder = Object.entries(instances).find(
    ([other, { name }]) => other !== url && getProfileName(other, name) === profile,
  )
  if (!holder) return
  throw new CatalogError(
    'conflict',
    `The profile name "${profile}" is already used for ${holder[0]}.`,
    {
      code: 'profile.taken',
    },
  )
}

/** Saves the tokens of a sign-in, and revokes those of the previous one. */
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

/** Ignores failures: the tokens that remain in the keyring are revoked. */
async function deleteFromKeyring(cli: Cli, url: string): Promise<void> {
  await cli.keyring.delete(url).catch(() => undefined)
}

/** Ignores failures: the previous tokens expire anyway. */
async function tryToRevoke(cli: Cli, url: string, clientId: string, tokens: Tokens): Promise<void> {
  await revokeTokens(cli, url, clientId, tokens).catch((error: unknown) => {
    if (cli.globals.debug) tell(cli, `The previous tokens were not revoked: ${String(error)}`)
  })
}
