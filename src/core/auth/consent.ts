import type { Micros } from '../base/clock.ts'
import type { Reads, Tx } from '../database/store.ts'
import { SCOPES, type Scope } from './caller.ts'
import { parseStoredScopes } from './scopes.ts'

/** A user and the app that the user has consented to. */
export interface ConsentKey {
  userId: number
  clientId: string
}

/** Returns the scopes that the user has granted to the app; empty without consent. */
export async function findConsentedScopes(reads: Reads, key: ConsentKey): Promise<Scope[]> {
  const row = await reads
    .selectFrom('consent')
    .select('scopes')
    .where('user_id', '=', key.userId)
    .where('client_id', '=', key.clientId)
    .executeTakeFirst()
  return parseStoredScopes(row?.scopes ?? '')
}

/** Adds scopes to the consent. Scopes that were granted before stay. */
export async function recordConsent(
  tx: Tx,
  key: ConsentKey,
  scopes: readonly Scope[],
  now: Micros,
): Promise<void> {
  const before = await tx
    .insertInto('consent')
    .values({
      user_id: key.userId,
      client_id: key.clientId,
      scopes: scopes.join(' '),
      created_at: now,
    })
    .onConflict((existing) =>
      existing.columns(['user_id', 'client_id']).doUpdateSet({ created_at: now }),
    )
    .returning('scopes')
    .executeTakeFirstOrThrow()
  const held = parseStoredScopes(before.scopes)
  const union = SCOPES.filter((scope) => held.includes(scope) || scopes.includes(scope))
  await tx
    .updateTable('consent')
    .set({ scopes: union.join(' ') })
    .where('user_id', '=', key.userId)
    .where('client_id', '=', key.clientId)
    .execute()
}

/**
 * Withdraws a consent. All codes and tokens of the app for this user end at once.
 * @returns the ids of the ended grants, or undefined if there was no consent
 */
export async function withdrawConsent(tx: Tx, key: ConsentKey): Promise<number[] | undefined> {
  const withdrawn = await tx
    .deleteFrom('consent')
    .where('user_id', '=', key.userId)
    .where('client_id', '=', key.clientId)
    .returning('client_id')
    .executeTakeFirst()
  const ended = await tx
    .deleteFrom('oauth_grant')
    .where('user_id', '=', key.userId)
    .where('client_id', '=', key.clientId)
    .returning('id')
    .execute()
  return withdrawn && ended.map(({ id }) => id)
}

/** Whether the held scopes include all requested ones. */
export function coversScopes(held: readonly Scope[], asked: readonly Scope[]): boolean {
  return asked.every((scope) => held.includes(scope))
}

/** An app that the user has consented to. */
export interface Consent {
  clientId: string
  name: string
  scopes: Scope[]
  /** When the user last gave consent on the consent page. */
  allowedAt: Micros
  /** When the app last acted for the user, to the hour. Null if never, or if its tokens expired long ago. */
  usedAt: Micros | null
}

/** Lists the apps that the user has consented to, newest first. */
export async function listConsents(reads: Reads, userId: number): Promise<Consent[]> {
  const rows = await reads
    .selectFrom('consent')
    .innerJoin('oauth_client', 'oauth_client.id', 'consent.client_id')
    .where('user_id', '=', userId)
    .select(['client_id', 'name', 'scopes', 'consent.created_at'])
    .select((of) =>
      of
        .selectFrom('oauth_grant')
        .where('oauth_grant.user_id', '=', userId)
        .whereRef('oauth_grant.client_id', '=', 'consent.client_id')
        .select((is) => is.fn.max('used_at').as('used_at'))
        .as('used_at'),
    )
    .orderBy('consent.created_at', 'desc')
    .orderBy('client_id')
    .execute()
  return rows.map((row) => ({
    clientId: row.client_id,
    name: row.name,
    scopes: parseStoredScopes(row.scopes),
    allowedAt: row.created_at,
    usedAt: row.used_at,
  }))
}
