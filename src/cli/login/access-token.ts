import { refreshTokenGrant } from 'openid-client'
import { MICROS_PER_SECOND, type Clock } from '../../core/base/clock.ts'
import { CatalogError } from '../../core/base/errors.ts'
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
import { createNotSignedInError } from './not-signed-in.ts'
import { toTokens } from './token-response.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { getOAuthErrorCode, toOAuthError } from './oauth-errors.ts'

/** Attempts per refresh. The instance accepts the old refresh token again for a grace period. */
const MAX_REFRESH_ATTEMPTS = 3

/** Time after which a refresh token whose refresh was interrupted is no longer used: less than the grace period. */
const IN_DOUBT_AFTER_SECONDS = 20

/** An access token is not used in its last minute. */
const MIN_VALID_SECONDS = 60

/** Errors after which the refresh token can never be used again (RFC 6749, section 5.2). */
const FINAL_ERRORS = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

/** A condition that the stored access token must meet. */
export interface TokenRequirement {
  accepts(tokens: Tokens): boolean
  /** The condition if an earlier refresh was interrupted, because another refresh could then end the sign-in. */
  acceptsInDoubt(tokens: Tokens): boolean
}

/** Requires that a token stays valid for this time, or for half its lifetime if that is shorter. */
export function validFor(seconds: number, clock: Clock): TokenRequirement {
  const remains = (tokens: Tokens, needed: number): boolean =>
    tokens.expires_at - clock.now() >= needed * MICROS_PER_SECOND
  return {
    accepts: (tokens) => remains(tokens, Math.min(seconds, tokens.lifetime_seconds / 2)),
    acceptsInDoubt: (tokens) =>
      remains(tokens, Math.min(MIN_VALID_SECONDS, tokens.lifetime_seconds / 2)),
  }
}

/** Requires any token except the one that the instance rejected. */
export function otherThan(rejected: string): TokenRequirement {
  const accepts = (tokens: Tokens): boolean => tokens.access_token !== rejected
  return { accepts, acceptsInDoubt: accepts }
}

/**
 * Returns the stored access token of an instance, refreshed first unless it meets the requirement. A lock makes
 * processes refresh one after the other, so the second one gets the token of the first.
 * @throws CatalogError kind `unauthenticated` if there is no token or the instance refuses to refresh it
 */
export async function getAccessToken(
  cli: Cli,
  url: string,
  requirement: TokenRequirement,
): Promise<Tokens> {
  const stored = requireTokens(await readCredentials(cli), url)
  if (requirement.accepts(stored)) return stored
  return await withCredentialsLock(cli, async (current, save) => {
    const latest = requireTokens(current, url)
    if (requirement.accepts(latest)) return latest
    const isLost = wasRefreshLost(current.instances[url], cli.clock)
    if (isLost && requirement.acceptsInDoubt(latest)) return latest
    return await refresh(cli, { url, current, save }, latest)
  })
}

/** Whether a refresh started so long ago that, if it arrived, the instance no longer accepts its refresh token. */
function wasRefreshLost(instance: Instance | undefined, clock: Clock): boolean {
  const since = instance?.renewing_since
  return since !== undefined && clock.now() - since > IN_DOUBT_AFTER_SECONDS * MICROS_PER_SECOND
}

interface LockedCredentials {
  url: string
  current: Credentials
  save: (next: Credentials) => Promise<void>
}

async function refresh(cli: Cli, locked: LockedCredentials, old: Tokens): Promise<Tokens> {
  const { url, current, save } = locked
  const instance = current.instances[url] as Instance
  const saveInstance = (next: Instance): Promise<void> => save(withInstance(current, url, next))
  await saveInstance({ ...instance, renewing_since: instance.renewing_since ?? cli.clock.now() })
  try {
    const granted = await tryRefresh(cli, url, instance.client_id, old)
    const tokens = toTokens(granted, old, cli.clock)
    await saveInstance(withTokens(instance, tokens))
    return tokens
  } catch (error) {
    if (!FINAL_ERRORS.has(getOAuthErrorCode(error) ?? '')) throw toOAuthError(error, url)
    await saveInstance(withoutTokens(instance))
    throw new CatalogError('unauthenticated', `Your sign-in to ${url} expired or was revoked.`, {
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
  throw createNotSignedInError(url)
}
