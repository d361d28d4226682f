import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import type { Scope } from './caller.ts'
import type { Grant } from './grants.ts'
import { addSeconds, getGrantExpiry, type Lifetimes } from './lifetimes.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** The tokens of a successful exchange. */
export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
  /** Scopes of the access token. */
  scopes: readonly Scope[]
}

export interface TokenScopes {
  access: readonly Scope[]
  /** Never narrowed by a refresh (RFC 6749, section 6). */
  refresh: readonly Scope[]
}

/** The grant that tokens are issued for. */
export type TokenGrant = Pick<Grant, 'id' | 'createdAt'>

/** Issues an access token and a refresh token for a grant. The database stores only their hashes. */
export async function issueTokens(
  tx: Tx,
  grant: TokenGrant,
  scopes: TokenScopes,
  { now, lifetimes }: { now: Micros; lifetimes: Lifetimes },
): Promise<IssuedTokens> {
  const [accessToken, refreshToken] = [newSecret('access'), newSecret('refresh')]
  const end = getGrantExpiry(grant.createdAt, lifetimes)
  const expiry = (seconds: number): Micros => Math.min(addSeconds(now, seconds), end)
  const accessExpiry = expiry(lifetimes.accessTokenSeconds)
  const shared = { grant_id: grant.id, created_at: now, rotated_at: null }
  await tx
    .insertInto('oauth_token')
    .values([
      {
        ...shared,
        kind: 'access',
        hash: hashSecret(accessToken),
        scopes: scopes.access.join(' '),
        expires_at: accessExpiry,
      },
      {
        ...shared,
        kind: 'refresh',
        hash: hashSecret(refreshToken),
        scopes: scopes.refresh.join(' '),
        expires_at: expiry(lifetimes.refreshTokenSeconds),
      },
    ])
    .execute()
  const expiresInSeconds = Math.floor((accessExpiry - now) / MICROS_PER_SECOND)
  return { accessToken, refreshToken, expiresInSeconds, scopes: scopes.access }
}
