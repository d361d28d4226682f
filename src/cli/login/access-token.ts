import { refreshTokenGrant } from 'openid-client'
import { MICROS_PER_SECOND, type Clock } from '../../core/clock.ts'
import { CatalogError } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'
import { findAuthorizationServer } from './authorization-server.ts'
import { readCredentials, type Credentials, type Instance, type Tokens } from './credentials.ts'
import { keptTokens } from './granted-tokens.ts'
import { withCredentials } from './lock.ts'
import { oauthCode, oauthFailure } from './oauth-failures.ts'

/** Tries of one refresh: the instance honours the old token for a while after the answer got lost. */
const REFRESH_TRIES = 3

/** Which stored access token will do. */
export type Usable = (tokens: Tokens) => boolean

/** Valid for that many seconds more, or for half its life where it never lives that long. */
export function validFor(seconds: number, clock: Clock): Usable {
  return (tokens) => {
    const needed = Math.min(seconds, tokens.lifetime_seconds / 2)
    return tokens.expires_at - clock.now() >= needed * MICROS_PER_SECOND
  }
}

/**
 * The stored access token of an instance, refreshed first unless it will do. Processes refresh one
 * after the other, and who comes second takes what the first one got.
 * @throws CatalogError kind `unauthenticated` when there is none or the instance refuses to renew it
 */
export async function accessToken(cli: Cli, url: string, usable: Usable): Promise<Tokens> {
  const stored = tokensOf(await readCredentials(cli.env), url)
  if (usable(stored)) return stored
  return await withCredentials(cli, async (current, save) => {
    const latest = tokensOf(current, url)
    if (usable(latest)) return latest
    return await refresh(cli, { url, current, save }, latest)
  })
}

interface Held {
  url: string
  current: Credentials
  save: (next: Credentials) => Promise<void>
}

async function refresh(cli: Cli, held: Held, old: Tokens): Promise<Tokens> {
  const { url, current, save } = held
  const { client_id } = current.instances[url] as Instance
  try {
    const granted = await tryRefresh(cli, url, client_id, old)
    const tokens = keptTokens(granted, old, cli.clock)
    await save(withTokens(current, url, { client_id, tokens }))
    return tokens
  } catch (error) {
    if (oauthCode(error) === undefined) throw oauthFailure(error, url)
    await save(withTokens(current, url, { client_id }))
    throw new CatalogError('unauthenticated', `Your sign-in at ${url} has ended.`, {
      code: 'signed_out',
      cause: error,
    })
  }
}

async function tryRefresh(cli: Cli, url: string, clientId: string, { refresh_token }: Tokens) {
  const server = await findAuthorizationServer(cli, url, clientId)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await refreshTokenGrant(server, refresh_token)
    } catch (error) {
      if (oauthCode(error) !== undefined || attempt === REFRESH_TRIES) throw error
      await cli.sleep(1000 * attempt, cli.signal)
    }
  }
}

export function withTokens(current: Credentials, url: string, instance: Instance): Credentials {
  return { ...current, instances: { ...current.instances, [url]: instance } }
}

function tokensOf(credentials: Credentials, url: string): Tokens {
  const tokens = credentials.instances[url]?.tokens
  if (tokens) return tokens
  throw new CatalogError('unauthenticated', `You are not signed in to ${url}.`, {
    code: 'not_signed_in',
  })
}
