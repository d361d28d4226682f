import { refreshTokenGrant } from 'openid-client'
import { MICROS_PER_SECOND, type Clock } from '../../core/clock.ts'
import { CatalogError } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'
import { findAuthorizationServer } from './authorization-server.ts'
import {
  readCredentials,
  withTokens,
  withoutTokens,
  withInstance,
  type Credentials,
  type Instance,
  type Tokens,
} from './credentials.ts'
import { toTokens } from './token-response.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { getOAuthErrorCode, toOAuthError } from './oauth-errors.ts'

/** Tries of one refresh: the instance honours the old token for a while after the answer got lost. */
const MAX_REFRESH_ATTEMPTS = 3

/** How long after a refresh began its token may be tried again: less than the instance's own patience. */
const IN_DOUBT_AFTER_SECONDS = 20

/** A token in its last minute is no longer begun with. */
const MIN_VALID_SECONDS = 60

/** Answers after which the refresh token is good for nothing (RFC 6749, section 5.2). */
const FINAL_ERRORS = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

/** Which stored access token will do. */
export interface TokenRequirement {
  accepts(tokens: Tokens): boolean
  /** The same where a refresh may have been lost, so that another one may end the sign-in. */
  acceptsInDoubt(tokens: Tokens): boolean
}

/** One valid for that many seconds more, or for half its life where it never lives that long. */
export function validFor(seconds: number, clock: Clock): TokenRequirement {
  const remains = (tokens: Tokens, needed: number): boolean =>
    tokens.expires_at - clock.now() >= needed * MICROS_PER_SECOND
  return {
    accepts: (tokens) => remains(tokens, Math.min(seconds, tokens.lifetime_seconds / 2)),
    acceptsInDoubt: (tokens) =>
      remains(tokens, Math.min(MIN_VALID_SECONDS, tokens.lifetime_seconds / 2)),
  }
}

/** Any but the one that the instance has just refused. */
export function otherThan(refused: string): TokenRequirement {
  const accepts = (tokens: Tokens): boolean => tokens.access_token !== refused
  return { accepts, acceptsInDoubt: accepts }
}

/**
 * The stored access token of an instance, refreshed first unless it will do. Processes refresh one
 * after the other, and who comes second takes what the first one got.
 * @throws CatalogError kind `unauthenticated` when there is none or the instance refuses to renew it
 */
export async function getAccessToken(
  cli: Cli,
  url: string,
  wanted: TokenRequirement,
): Promise<Tokens> {
  const stored = requireTokens(await readCredentials(cli), url)
  if (wanted.accepts(stored)) return stored
  return await withCredentialsLock(cli, async (current, save) => {
    const latest = requireTokens(current, url)
    if (wanted.accepts(latest)) return latest
    if (isInDoubt(current.instances[url], cli.clock) && wanted.acceptsInDoubt(latest)) return latest
    return await refresh(cli, { url, current, save }, latest)
  })
}

/** Whether a refresh was begun so long ago that, if it arrived, its token is used up by now. */
function isInDoubt(instance: Instance | undefined, clock: Clock): boolean {
  const since = instance?.renewing_since
  return since !== undefined && clock.now() - since > IN_DOUBT_AFTER_SECONDS * MICROS_PER_SECOND
}

interface LockedCredentials {
  url: string
  current: Credentials
  save: (next: Credentials) => Promise<void>
}

async function refresh(cli: Cli, held: LockedCredentials, old: Tokens): Promise<Tokens> {
  const { url, current, save } = held
  const instance = current.instances[url] as Instance
  const keep = (next: Instance): Promise<void> => save(withInstance(current, url, next))
  await keep({ ...instance, renewing_since: instance.renewing_since ?? cli.clock.now() })
  try {
    const granted = await tryRefresh(cli, url, instance.client_id, old)
    const tokens = toTokens(granted, old, cli.clock)
    await keep(withTokens(instance, tokens))
    return tokens
  } catch (error) {
    if (!FINAL_ERRORS.has(getOAuthErrorCode(error) ?? '')) throw toOAuthError(error, url)
    await keep(withoutTokens(instance))
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
      if (getOAuthErrorCode(error) !== undefined || attempt === MAX_REFRESH_ATTEMPTS) throw error
      await cli.sleep(1000 * attempt, cli.signal)
    }
  }
}

function requireTokens({ instances }: Credentials, url: string): Tokens {
  const { tokens, unreadable } = instances[url] ?? {}
  if (tokens) return tokens
  if (unreadable) throw unreadable.reason
  throw new CatalogError('unauthenticated', `You are not signed in to ${url}.`, {
    code: 'not_signed_in',
  })
}
