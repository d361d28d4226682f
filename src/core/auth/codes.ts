import type { Services } from '../services.ts'
import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'
import type { Row } from '../db/tables.ts'
import type { AskingApp, AuthorizationRequest } from './authorization-request.ts'
import { covers, consentedScopes, rememberConsent } from './consent.ts'
import { insertGrant } from './grants.ts'
import { after } from './lifetimes.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { consentGiven } from './security-events.ts'

/** One authorization: by whom, to which app, of what. */
export interface Authorization extends AskingApp, AuthorizationRequest {
  userId: number
}

/** The user has said yes: remembers it and issues a code. */
export async function approve(
  catalog: Pick<Services, 'clock' | 'config' | 'log' | 'write'>,
  authorization: Authorization,
): Promise<string> {
  const now = catalog.clock.now()
  const { userId: user, client, scopes } = authorization
  return catalog.write(async (tx, afterCommit) => {
    await rememberConsent(tx, consentKey(authorization), scopes, now)
    afterCommit(() => consentGiven(catalog.log, { user, client: client.id, scopes }))
    return issueCode(catalog, tx, authorization, now)
  })
}

/** Issues a code when the user has said yes before to all that is asked; undefined when not. */
export async function approveAsBefore(
  catalog: Pick<Services, 'clock' | 'config' | 'reads' | 'write'>,
  authorization: Authorization,
): Promise<string | undefined> {
  const key = consentKey(authorization)
  const held = await consentedScopes(catalog.reads, key)
  if (!covers(held, authorization.scopes)) return undefined
  return catalog.write(async (tx) => {
    // A consent withdrawn since it was read must not issue anything.
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

/** Takes a code for good: nobody can take it again. */
export async function takeCode(tx: Tx, code: string): Promise<Row<'oauth_code'> | undefined> {
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
  { config }: Pick<Services, 'config'>,
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
      expires_at: after(now, config.authCodeSeconds),
    })
    .execute()
  return code
}
