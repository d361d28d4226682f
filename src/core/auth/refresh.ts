import type { Logger } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import type { Micros, Clock } from '../base/clock.ts'
import type { Reads, Tx, Store } from '../database/store.ts'
import type { Scope } from './caller.ts'
import type { Client } from './clients.ts'
import { deleteGrant } from './grants.ts'
import { addSeconds, getGrantExpiry } from './lifetimes.ts'
import { OAuthError } from './oauth-error.ts'
import { narrowScopes, parseStoredScopes } from './scopes.ts'
import { hashSecret } from './secrets.ts'
import { logSecretReused } from './security-events.ts'
import { issueTokens, type IssuedTokens, type TokenGrant } from './issue-tokens.ts'

interface RefreshToken {
  hash: string
  grant: TokenGrant
  scopes: Scope[]
  expiresAt: Micros
  rotatedAt: Micros | null
}

/**
 * Exchanges a refresh token for a new pair of tokens and marks it as rotated. During a short grace period a
 * rotated token can be exchanged again, for another pair. After that, its use revokes the whole grant.
 * @throws OAuthError `invalid_grant` or `invalid_scope`
 */
export async function refreshTokens(
  catalog: { clock: Clock; config: Config; log: Logger } & Pick<Store, 'reads' | 'write'>,
  client: Client,
  presented: { token: string; scope: string | undefined },
): Promise<IssuedTokens> {
  const now = catalog.clock.now()
  const token = await findRefreshToken(catalog.reads, client, presented.token)
  if (!token) throw refused('is unknown, has been revoked or was issued to another client')
  // Checked before the expiry: reuse of a rotated token signals theft, however old the token is.
  if (isReplayed(token, catalog, now)) return revokeGrant(catalog, client, token.grant.id)
  if (token.expiresAt <= now) throw refused('has expired')
  if (getGrantExpiry(token.grant.createdAt, catalog.config) <= now) throw grantExpired()
  // Checked before the rotation: a request for too many scopes must leave the token unchanged.
  const access = narrowScopes(token.scopes, presented.scope)
  const issued = await catalog.write(async (tx) => {
    if (!(await rotate(tx, token.hash, now))) return undefined
    const scopes = { access, refresh: token.scopes }
    return issueTokens(tx, token.grant, scopes, { now, lifetimes: catalog.config })
  })
  if (!issued) throw refused('has been revoked')
  return issued
}

async function findRefreshToken(
  reads: Reads,
  client: Client,
  token: string,
): Promise<RefreshToken | undefined> {
  const row = await reads
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .where('hash', '=', hashSecret(token))
    .where('kind', '=', 'refresh')
    .where('client_id', '=', client.id)
    .select(['hash', 'grant_id', 'oauth_token.scopes', 'expires_at', 'rotated_at'])
    .select('oauth_grant.created_at as granted_at')
    .executeTakeFirst()
  return (
    row && {
      hash: row.hash,
      grant: { id: row.grant_id, createdAt: row.granted_at },
      scopes: parseStoredScopes(row.scopes),
      expiresAt: row.expires_at,
      rotatedAt: row.rotated_at,
    }
  )
}

function isReplayed(
  { rotatedAt }: RefreshToken,
  { config }: { config: Config },
  now: Micros,
): boolean {
  return rotatedAt !== null && addSeconds(rotatedAt, config.refreshGraceSeconds) < now
}

async function revokeGrant(
  { write, log }: { log: Logger } & Pick<Store, 'write'>,
  client: Client,
  grant: number,
): Promise<never> {
  await write(async (tx, afterCommit) => {
    await deleteGrant(tx, grant)
    afterCommit(() => logSecretReused(log, { grant, client: client.id, what: 'refresh_token' }))
  })
  throw refused('has been used before; all tokens of this authorization are revoked')
}

/** Keeps the time of the first use, so that the grace period is never extended. @returns false if the token is gone */
async function rotate(tx: Tx, hash: string, now: Micros): Promise<boolean> {
  const rotated = await tx
    .updateTable('oauth_token')
    .set((token) => ({ rotated_at: token.fn.coalesce('rotated_at', token.val(now)) }))
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return rotated !== undefined
}

function grantExpired(): OAuthError {
  const description =
    'This authorization has reached its maximum lifetime. Authorize the app again.'
  return new OAuthError('invalid_grant', description)
}

function refused(because: string): OAuthError {
  return new OAuthError('invalid_grant', `The refresh token ${because}.`)
}
