import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Micros } from '../base/clock.ts'
import type { Reads, Tx } from '../database/store.ts'
import { conflict, notFound } from '../base/errors.ts'
import type { Scope } from './caller.ts'
import { insertGrant } from './grants.ts'
import { addSeconds } from './lifetimes.ts'
import { parseStoredScopes } from './scopes.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** An access token for scripts, to be created by an administrator on the host. */
export interface NewHostToken {
  userId: number
  scopes: readonly Scope[]
  seconds: number
  /** Name of the token. Never digits alone, which are token ids. */
  label?: string | undefined
}

export interface CreatedHostToken {
  id: number
  /** Shown only once: the database stores its hash. */
  token: string
  expiresAt: Micros
}

/** A stored token, without its secret. */
export interface HostToken {
  id: number
  label: string | null
  username: string
  scopes: Scope[]
  createdAt: Micros
  expiresAt: Micros
  /** Last use, to the hour. Null if never used. */
  usedAt: Micros | null
}

/**
 * Creates an access token without a refresh token.
 * @throws CatalogError kind `conflict` if a valid token has the same label
 */
export async function createHostToken(
  tx: Tx,
  given: NewHostToken,
  context: AuditContext,
): Promise<CreatedHostToken> {
  const { now } = context
  const token = newSecret('access')
  const expiresAt = addSeconds(now, given.seconds)
  const id = await insertGrant(tx, { ...given, clientId: null }, now)
  if (given.label !== undefined) await refuseTakenLabel(tx, given.label, now)
  await tx
    .insertInto('oauth_token')
    .values({
      hash: hashSecret(token),
      grant_id: id,
      kind: 'access',
      scopes: given.scopes.join(' '),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  const { userId: user_id, label = null, scopes } = given
  await recordAudit(tx, context, {
    action: 'token.create',
    objectType: 'token',
    objectId: id,
    before: null,
    after: { user_id, label, scopes, expires_at: expiresAt },
  })
  return { id, token, expiresAt }
}

async function refuseTakenLabel(tx: Tx, label: string, now: Micros): Promise<void> {
  const namesake = await selectValidTokens(tx, now)
    .where('label', '=', label)
    .select('oauth_grant.id')
    .executeTakeFirst()
  if (!namesake) return
  throw conflict(
    `Token ${namesake.id} already has the label ${label}. Revoke it, or choose another label.`,
  )
}

/** Lists all valid tokens that administrators created on the host, newest first. */
export async function listHostTokens(reads: Reads, now: Micros): Promise<HostToken[]> {
  const rows = await selectValidTokens(reads, now)
    .innerJoin('user', 'user.id', 'oauth_grant.user_id')
    .select(['oauth_grant.id', 'label', 'username', 'oauth_token.scopes', 'used_at'])
    .select(['oauth_token.created_at', 'oauth_token.expires_at'])
    .orderBy('oauth_grant.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    username: row.username,
    scopes: parseStoredScopes(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }))
}

/**
 * Revokes a token that an administrator created on the host.
 * @param name the id or the label
 * @throws CatalogError kind `not_found`, also for a token that has expired
 */
export async function revokeHostToken(
  tx: Tx,
  name: string,
  context: AuditContext,
): Promise<{ id: number; label: string | null }> {
  const isNumber = /^\d{1,15}$/.test(name)
  const [ended] = await tx
    .deleteFrom('oauth_grant')
    .where('id', 'in', selectValidTokens(tx, context.now).select('oauth_grant.id'))
    .where((is) => (isNumber ? is('id', '=', Number(name)) : is('label', '=', name)))
    .returning(['id', 'label', 'user_id'])
    .execute()
  if (!ended)
    throw notFound(`There is no token ${name}. List the tokens with: catalog admin token list`)
  const { id, label, user_id } = ended
  await recordAudit(tx, context, {
    action: 'token.revoke',
    objectType: 'token',
    objectId: id,
    before: { user_id, label },
    after: null,
  })
  return { id, label }
}

function selectValidTokens(reads: Reads | Tx, now: Micros) {
  return reads
    .selectFrom('oauth_grant')
    .innerJoin('oauth_token', 'oauth_token.grant_id', 'oauth_grant.id')
    .where('oauth_grant.client_id', 'is', null)
    .where('oauth_token.kind', '=', 'access')
    .where('oauth_token.expires_at', '>', now)
}
