import type { Logger } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import type { Micros, Clock } from '../base/clock.ts'
import type { Tx, Store } from '../database/store.ts'
import type { Row } from '../database/tables.ts'
import type { Client } from './clients.ts'
import { consumeCode } from './codes.ts'
import { deleteGrant, getGrant, type Grant } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import { matchesChallenge } from './pkce.ts'
import { hashSecret } from './secrets.ts'
import { logSecretReused } from './security-events.ts'
import { issueTokens, type IssuedTokens } from './issue-tokens.ts'

export interface CodeExchange {
  code: string
  redirectUri: string
  verifier: string
}

/**
 * Exchanges a code for tokens. The code is consumed even if the exchange fails. Its reuse revokes the tokens that
 * were issued for it (RFC 6749, section 4.1.2).
 * @throws OAuthError `invalid_grant`
 */
export async function redeemCode(
  catalog: { clock: Clock; config: Config; log: Logger } & Pick<Store, 'write'>,
  client: Client,
  exchange: CodeExchange,
): Promise<IssuedTokens> {
  const now = catalog.clock.now()
  const issued = await catalog.write(async (tx, afterCommit) => {
    const taken = await consumeCode(tx, exchange.code)
    if (!taken) {
      const ended = await endReplayedGrant(tx, exchange.code)
      const reuse = { client: client.id, what: 'code' as const }
      if (ended !== undefined)
        afterCommit(() => logSecretReused(catalog.log, { grant: ended, ...reuse }))
      return new OAuthError('invalid_grant', 'The code is unknown or has been used before.')
    }
    const grant = await getGrant(tx, taken.grant_id)
    const problem = findProblem(taken, { grant, client, exchange, now })
    if (!problem) return issueTokensFor(tx, catalog, grant, now)
    await deleteGrant(tx, grant.id)
    return new OAuthError('invalid_grant', problem)
  })
  if (issued instanceof OAuthError) throw issued
  return issued
}

interface Attempt {
  grant: Grant
  client: Client
  exchange: CodeExchange
  now: Micros
}

function findProblem(code: Row<'oauth_code'>, attempt: Attempt): string | undefined {
  const { grant, client, exchange, now } = attempt
  if (grant.clientId !== client.id) return 'The code was issued to another client.'
  if (code.expires_at <= now) return 'The code has expired.'
  if (code.redirect_uri !== exchange.redirectUri) {
    return 'The redirect_uri differs from the one of the authorization request.'
  }
  if (!matchesChallenge(exchange.verifier, code.challenge)) {
    return 'The code_verifier does not match the code_challenge.'
  }
  return undefined
}

function issueTokensFor(
  tx: Tx,
  catalog: { config: Config },
  grant: Grant,
  now: Micros,
): Promise<IssuedTokens> {
  const scopes = { access: grant.scopes, refresh: grant.scopes }
  return issueTokens(tx, grant, scopes, { now, lifetimes: catalog.config })
}

async function endReplayedGrant(tx: Tx, code: string): Promise<number | undefined> {
  const ended = await tx
    .deleteFrom('oauth_grant')
    .where('code_hash', '=', hashSecret(code))
    .returning('id')
    .executeTakeFirst()
  return ended?.id
}
