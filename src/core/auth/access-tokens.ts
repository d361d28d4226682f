import type { Logger } from '../base/log.ts'
import type { Micros, Clock } from '../base/clock.ts'
import type { Caller } from './caller.ts'
import { recordTokenUse } from './last-use.ts'
import { parseStoredScopes } from './scopes.ts'
import { preparedQuery, type Params } from '../database/prepared-query.ts'
import type { Selects, Store } from '../database/store.ts'
import { hashSecret } from './secrets.ts'

/** Finds the user of an access token. Returns undefined if the token is unknown, expired or revoked. */
export async function findCaller(
  catalog: { clock: Clock; log: Logger } & Pick<Store, 'reads' | 'write'>,
  token: string,
): Promise<Caller | undefined> {
  const asked = { hash: hashSecret(token), now: catalog.clock.now() }
  const [row] = await selectHolder(catalog.reads, asked)
  if (!row) return undefined
  await recordTokenUse(catalog, { grantId: row.grant_id, usedAt: row.used_at })
  return {
    userId: row.id,
    username: row.username,
    isStaff: row.is_staff === 1,
    isSuspended: row.suspended_at !== null,
    scopes: parseStoredScopes(row.scopes),
    tokenExpiresAt: row.expires_at,
    clientId: row.client_id,
  }
}

const selectHolder = preparedQuery(
  (reads: Selects, { hash, now }: Params<{ hash: string; now: Micros }>) =>
    reads
      .selectFrom('oauth_token')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
      .innerJoin('user', 'user.id', 'oauth_grant.user_id')
      .leftJoin('suspension', 'suspension.user_id', 'user.id')
      .where('oauth_token.hash', '=', hash)
      .where('oauth_token.kind', '=', 'access')
      .where('oauth_token.expires_at', '>', now)
      .select(['user.id', 'user.username', 'user.is_staff', 'oauth_token.scopes'])
      .select(['oauth_token.expires_at', 'suspension.suspended_at'])
      .select(['oauth_grant.client_id', 'oauth_grant.id as grant_id', 'oauth_grant.used_at']),
)
