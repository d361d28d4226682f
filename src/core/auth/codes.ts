import type { Logger } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import type { Micros, Clock } from '../base/clock.ts'
import type { Tx, Store } from '../database/store.ts'
import type { Row } from '../database/tables.ts'
import type { RequestingApp, AuthorizationRequest } from './authorization-request.ts'
import { coversScopes, findConsentedScopes, recordConsent } from './consent.ts'
import { insertGrant } from './grants.ts'
import { addSeconds } from './lifetimes.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { logConsentGiven } from './security-events.ts'

/** A user's authorization of an app for scopes. */
export interface Authorization extends RequestingApp, AuthorizationRequest {
  userId: number
}

/** Records the user's consent and issues a code. */
export async function approveRequest(
  catalog: { clock: Clock; config: Config; log: Logger } & Pick<Store, 'write'>,
  authorization: Authorization,
): Promise<string> {
  const now = catalog.clock.now()
  const { userId: user, client, scopes } = authorization
  return catalog.write(async (tx, afterCommit) => {
    await recordConsent(tx, consentKey(authorization), scopes, now)
    afterCommit(() => logConsentGiven(catalog.log, { user, client: client.id, scopes }))
    return issueCode(catalog, tx, authorization, now)
  })
}

/** Issues a code if the user has consented to all requested scopes before; otherwise returns undefined. */
export async function approveIfConsented(
  catalog: { clock: Clock; config: Config } & Pick<Store, 'reads' | 'write'>,
  authorization: Authorization,
): Promise<string | undefined> {
  const key = consentKey(authorization)
  const held = await findConsentedScopes(catalog.reads, key)
  if (!coversScopes(held, authorization.scopes)) return undefined
  return catalog.write(async (tx) => {
    // A consent that was withdrawn after the read must not issue a code.
    const still = await tx
      .updateTable('consent')
      .set({ scopes: held.join(' ') })
      .where('user_id', '=', key.userId)
      .where('client_id', '=', key.clientId)
      .where('scopes', '=', held.join(' '))
      .returning('user_id')
      .executeTakeFirst()
    return still && issueCode(catalog, tx, authorization, catalog.clock.now())
  })
}

/** Consumes a code: it cannot be used again. */
export async function consumeCode(tx: Tx, code: string): Promise<Row<'oauth_code'> | undefined> {
  return tx
    .deleteFrom('oauth_code')
    .where('hash', '=', hashSecret(code))
    .returningAll()
    .executeTakeFirst()
}

function consentKey({ userId, client }: Authorization): { userId: number; clientId: string } {
  return { userId, clientId: client.id }
}

async function issueCode(
  { config }: { config: Config },
  tx: Tx,
  authorization: Authorization,
  now: Micros,
): Promise<string> {
  const code = newSecret('code')
  const { userId, client, scopes } = authorization
  const codeHash = hashSecret(code)
  const grantId = await insertGrant(tx, { userId, clientId: client.id, scopes, codeHash }, now)
  await tx
    .insertInto('oauth_code')
    .values({
      hash: codeHash,
      grant_id: grantId,
      redirect_uri: authorization.redirectUri,
      challenge: authorization.challenge,
      expires_at: addSeconds(now, config.authCodeSeconds),
    })
    .execute()
  return code
}
