import { CatalogError } from '../../core/base/errors.ts'
import { openApi, type Api } from './api.ts'
import type { Cli } from '../cli.ts'
import { fetchIdentity, type Identity } from './identity.ts'
import type { Session } from '../login/session.ts'

/**
 * Opens the API for one account. The instance hides an account's slots from all other accounts, so a request
 * with another account's token could be misread as a lost slot. The owner of each new token is therefore
 * checked before the token is used.
 * @throws CatalogError kind `unauthenticated` from any request after another account has signed in
 */
export async function openSingleAccountApi(
  cli: Cli,
  session: Session,
): Promise<{ api: Api; identity: Identity }> {
  let identity: Identity | undefined
  const checks = new Map<string, Promise<void>>()
  const checkOwner = async (token: string): Promise<void> => {
    const tokenSession: Session = {
      ...session,
      getToken: () => Promise.resolve(token),
      refreshToken: () => Promise.resolve(undefined),
    }
    const owner = await fetchIdentity(openApi(cli, tokenSession))
    identity ??= owner
    if (identity.map_id !== owner.map_id) throw accountChanged(identity, owner)
  }
  const verify = async (token: string | undefined): Promise<string | undefined> => {
    if (token === undefined) return undefined
    const check = checks.get(token) ?? checkOwner(token)
    checks.set(token, check)
    try {
      await check
    } catch (error) {
      checks.delete(token)
      // The request that uses a rejected token renews it.
      if (!(error instanceof CatalogError) || error.details.code === 'account.changed') throw error
      if (error.kind !== 'unauthenticated' || identity === undefined) throw error
    }
    return token
  }
  const checkedSession: Session = {
    ...session,
    getToken: async (seconds) => verify(await session.getToken(seconds)),
    refreshToken: async (refused) => verify(await session.refreshToken(refused)),
  }
  const api = openApi(cli, checkedSession)
  identity = await fetchIdentity(api)
  return { api, identity }
}

function accountChanged(before: Identity, now: Identity): CatalogError {
  return new CatalogError(
    'unauthenticated',
    `The signed-in account changed from ${before.username} to ${now.username} during the import. Sign in as ${before.username} and run it again.`,
    { code: 'account.changed' },
  )
}
