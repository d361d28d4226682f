import type { Micros } from '../clock.ts'
import type { Tx } from '../engine/sqlite/store.ts'
import type { Scope } from './caller.ts'

/** One authorization of one app by one user; everything issued from it hangs below it. */
export interface NewGrant {
  userId: number
  /** Null for a token made by the administrator on the host. */
  clientId: string | null
  scopes: readonly Scope[]
}

/** @returns the grant's number */
export async function insertGrant(tx: Tx, grant: NewGrant, now: Micros): Promise<number> {
  const { id } = await tx
    .insertInto('oauth_grant')
    .values({
      user_id: grant.userId,
      client_id: grant.clientId,
      scopes: grant.scopes.join(' '),
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
