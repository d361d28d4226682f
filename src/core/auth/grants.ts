import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'
import type { Scope } from './caller.ts'
import { storedScopes } from './scopes.ts'

/** One authorization of one app by one user; everything issued from it hangs below it. */
export interface NewGrant {
  userId: number
  /** Null for a token made by the administrator on the host. */
  clientId: string | null
  scopes: readonly Scope[]
  /** Of the code that the grant begins with, so that its second use can be told. */
  codeHash?: string
  /** What the administrator calls the token that it is made for. */
  label?: string | undefined
}

/** A grant as it is stored, with what it was given for. */
export interface Grant {
  id: number
  clientId: string | null
  scopes: Scope[]
  createdAt: Micros
}

/** @returns the grant's number */
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
  return id
}

/** Ends the chain: its code and all its tokens go with it. */
export async function deleteGrant(tx: Tx, grantId: number): Promise<void> {
  await tx.deleteFrom('oauth_grant').where('id', '=', grantId).execute()
}

/** @throws when there is no such grant */
export async function getGrant(tx: Tx, id: number): Promise<Grant> {
  const row = await tx
    .selectFrom('oauth_grant')
    .select(['id', 'client_id', 'scopes', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    clientId: row.client_id,
    scopes: storedScopes(row.scopes),
    createdAt: row.created_at,
  }
}
