import { refreshTokenGrant } from 'openid-client'
import { MICROS_PER_SECOND, type Clock } from '../../core/clock.ts'
import { CatalogError } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'
import { findAuthorizationServer } from './authorization-server.ts'
import {
  readCredentials,
  signedIn,
  signedOut,
  withInstance,
  type Credentials,
  type Instance,
  type Tokens,
} from './credentials.ts'
import { keptTokens } from './token-response.ts'
import { withCredentials } from './credentials-lock.ts'
import { oauthCode, oauthFailure } from './oauth-errors.ts'

/** Tries of one refresh: the instance honours the old token for a while after the answer got lost. */
const REFRESH_TRIES = 3

/** How long after a refresh began its token may be tried again: less than the instance's own patience. */
const IN_DOUBT_AFTER_SECONDS = 20

/** A token in its last minute is no longer begun with. */
const LAST_SECONDS = 60

/** Answers after which the refresh token is good for nothing (RFC 6749, section 5.2). */
const ENDED = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

/** Which stored access token will do. */
export interface Wanted {
  will(tokens: Tokens): boolean
  /** The same where a refresh may have been lost, so that another one may end the sign-in. */
  willInDoubt(tokens: Tokens): boolean
}

/** One valid for that many seconds more, or for half its life where it never lives that long. */
export function validFor(seconds: number, clock: Clock): Wanted {
  const remains = (tokens: Tokens, needed: number): boolean =>
    tokens.expires_at - clock.now() >= needed * MICROS_PER_SECOND
  return {
    will: (tokens) => remains(tokens, Math.min(seconds, tokens.lifetime_seconds / 2)),
    willInDoubt: (tokens) => remains(tokens, Math.min(LAST_SECONDS, tokens.lifetime_seconds / 2)),
  }
}

/** Any but the one that the instance has just refused. */
export function otherThan(refused: string): Wanted {
  const will = (tokens: Tokens): boolean => tokens.access_token !== refused
  return { will, willInDoubt: will }
}

/**
 * The stored access token of an instance, refreshed first unless it will do. Processes refresh one
 * after the other, and who comes second takes what the first one got.
 * @throws CatalogError kind `unauthenticated` when there is none or the instance refuses to renew it
 */
export async function accessToken(cli: Cli, url: string, wanted: Wanted): Promise<Tokens> {
  const stored = tokensIn(await readCredentials(cli), url)
  if (wanted.will(stored)) return stored
  return await withCredentials(cli, async (current, save) => {
    const latest = tokensIn(current, url)
    if (wanted.will(latest)) return latest
    if (isInDoubt(current.instances[url], cli.clock) && wanted.willInDoubt(latest)) return latest
    return await refresh(cli, { url, current, save }, latest)
  })
}

/** Whether a refresh was begun so long ago that, if it arrived, its token is used up by now. */
function isInDoubt(instance: Instance | undefined, clock: Clock): boolean {
  const since = instance?.renewing_since
  return since !== undefined && clock.now() - since > IN_DOUBT_AFTER_SECONDS * MICROS_PER_SECOND
}

interface Held {
  url: string
  current: Credentials
  save: (next: Credentials) => Promise<void>
}

async function refresh(cli: Cli, held: Held, old: Tokens): Promise<Tokens> {
  const { url, current, save } = held
  const instance = current.instances[url] as Instance
  const keep = (next: Instance): Promise<void> => save(withInstance(current, url, next))
  await keep({ ...instance, renewing_since: instance.renewing_since ?? cli.clock.now() })
  try {
    const granted = await tryRefresh(cli, url, instance.client_id, old)
    const tokens = keptTokens(granted, old, cli.clock)
    await keep(signedIn(instance, tokens))
    return tokens
  } catch (error) {
    if (!ENDED.has(oauthCode(error) ?? '')) throw oauthFailure(error, url)
    await keep(signedOut(instance))
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

function tokensIn({ instances }: Credentials, url: string): Tokens {
  const { tokens, outOfReach } = instances[url] ?? {}
  if (tokens) return tokens
  if (outOfReach) throw outOfReach.reason
  throw new CatalogError('unauthenticated', `You are not signed in to ${url}.`, {
    code: 'not_signed_in',
  })
}
