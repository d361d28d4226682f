import { CatalogError } from '../core/errors.ts'
import { openApi, type Api } from './api.ts'
import type { Cli } from './cli.ts'
import { fetchIdentity, type Identity } from './identity.ts'
import type { Session } from './login/session.ts'

/**
 * The interface as one account sees it. To another account every slot of this one looks as if it were not
 * there, which would be misread as an answer, so each new token is asked for its owner before it is used.
 * @throws CatalogError kind `unauthenticated` from any request once somebody else has signed in
 */
export async function openSingleAccountApi(
  cli: Cli,
  session: Session,
): Promise<{ api: Api; identity: Identity }> {
  let identity: Identity | undefined
  const known = new Map<string, Promise<void>>()
  const askWho = async (token: string): Promise<void> => {
    const held: Session = {
      ...session,
      getToken: () => Promise.resolve(token),
      refreshToken: () => Promise.resolve(undefined),
    }
    const found = await fetchIdentity(openApi(cli, held))
    identity ??= found
    if (identity.map_id !== found.map_id) throw anotherAccount(identity, found)
  }
  const verified = async (token: string | undefined): Promise<string | undefined> => {
    if (token === undefined) return undefined
    const asked = known.get(token) ?? askWho(token)
    known.set(token, asked)
    try {
      await asked
    } catch (error) {
      known.delete(token)
      // A token that is refused is renewed by whoever uses it.
      if (!(error instanceof CatalogError) || error.details.code === 'account.changed') throw error
      if (error.kind !== 'unauthenticated' || identity === undefined) throw error
    }
    return token
  }
  const same: Session = {
    ...session,
    getToken: async (seconds) => verified(await session.getToken(seconds)),
    refreshToken: async (refused) => verified(await session.refreshToken(refused)),
  }
  const api = openApi(cli, same)
  identity = await fetchIdentity(api)
  return { api, identity }
}

function anotherAccount(before: Identity, now: Identity): CatalogError {
  return new CatalogError(
    'unauthenticated',
    `The signed-in account changed from ${before.username} to ${now.username} during the import. Sign in as ${before.username} and run it again.`,
    { code: 'account.changed' },
  )
}
