import type { Micros } from '../base/clock.ts'
import { markAuthorized } from './clients.ts'
import type { Tx } from '../database/store.ts'
import type { Scope } from './caller.ts'
import { parseStoredScopes } from './scopes.ts'

/** An authorization of an app by a user. Its code and tokens belong to it and are deleted with it. */
export interface NewGrant {
  userId: number
  /** Null for a token that an administrator created on the host. */
  clientId: string | null
  scopes: readonly Scope[]
  /** Hash of the authorization code, to detect its reuse. */
  codeHash?: string
  /** Label of the administrator's token. */
  label?: string | undefined
}

/** A stored grant. */
export interface Grant {
  id: number
  clientId: string | null
  scopes: Scope[]
  createdAt: Micros
}

/** @returns the id of the grant */
export async function insertGrant(tx: Tx, grant: NewGrant, now: Micros): Promise<number> {
  const { id } = await tx
    .insertInto('oauth_grant')
    .values({
      user_id: grant.userId,
      client_id: grant.clientId,
      scopes: grant.scopes.join(' '),
      code_hash: grant.codeHash ?? null,
      label: grant.label ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (grant.clientId !== null) await markAuthorized(tx, grant.clientId, now)
  return id
}

/** Deletes a grant with its code and all its tokens. */
export async function deleteGrant(tx: Tx, grantId: number): Promise<void> {
  await tx.deleteFrom('oauth_grant').where('id', '=', grantId).execute()
}

/** @throws if the grant does not exist */
export async function getGrant(tx: Tx, id: number): Promise<Grant> {
  const row = await tx
    .selectFrom('oauth_grant')
    .select(['id', 'client_id', 'scopes', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    clientId: row.client_id,
    scopes: parseStoredScopes(row.scopes),
    createdAt: row.created_at,
  }
}
