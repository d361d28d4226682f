import type { Store } from '../database/store.ts'
import type { Logger } from '../base/log.ts'
import type { Client } from './clients.ts'
import { deleteGrant } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import { hashSecret } from './secrets.ts'
import { logTokensRevoked } from './security-events.ts'

/**
 * Revokes a token of this client (RFC 7009): an access token alone, a refresh token with its whole grant. An
 * unknown token counts as revoked.
 * @throws OAuthError `invalid_grant` for a token of another client
 */
export async function revokeToken(
  catalog: { log: Logger } & Pick<Store, 'reads' | 'write'>,
  client: Client,
  token: string,
): Promise<void> {
  const hash = hashSecret(token)
  const found = await catalog.reads
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .where('hash', '=', hash)
    .select(['kind', 'grant_id', 'client_id'])
    .executeTakeFirst()
  if (!found) return
  if (found.client_id !== client.id) {
    throw new OAuthError('invalid_grant', 'The token was issued to another client.')
  }
  await catalog.write(async (tx, afterCommit) => {
    if (found.kind === 'access') {
      await tx.deleteFrom('oauth_token').where('hash', '=', hash).execute()
    } else {
      await deleteGrant(tx, found.grant_id)
      afterCommit(() => logTokensRevoked(catalog.log, found.grant_id, client.id))
    }
  })
}
