import type { Micros } from '../clock.ts'
import type { Tx } from '../engine/sqlite/store.ts'
import type { Scope } from './caller.ts'
import { after, type Lifetimes } from './lifetimes.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** What a successful exchange hands out. */
export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
  /** Of the access token. */
  scopes: readonly Scope[]
}

export interface TokenScopes {
  access: readonly Scope[]
  /** Never narrowed by a refresh (RFC 6749, section 6). */
  refresh: readonly Scope[]
}

/** Issues an access and a refresh token on a grant; only their hashes are kept. */
export async function issueTokens(
  tx: Tx,
  grantId: number,
  scopes: TokenScopes,
  { now, lifetimes }: { now: Micros; lifetimes: Lifetimes },
): Promise<IssuedTokens> {
  const issued = {
    accessToken: newSecret('access'),
    refreshToken: newSecret('refresh'),
    expiresInSeconds: lifetimes.accessTokenSeconds,
    scopes: scopes.access,
  }
  const shared = { grant_id: grantId, created_at: now, rotated_at: null }
  await tx
    .insertInto('oauth_token')
    .values([
      {
        ...shared,
        kind: 'access',
        hash: hashSecret(issued.accessToken),
        scopes: scopes.access.join(' '),
        expires_at: after(now, lifetimes.accessTokenSeconds),
      },
      {
        ...shared,
        kind: 'refresh',
        hash: hashSecret(issued.refreshToken),
        scopes: scopes.refresh.join(' '),
        expires_at: after(now, lifetimes.refreshTokenSeconds),
      },
    ])
    .execute()
  return issued
}
