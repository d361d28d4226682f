import type { Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import { hashSecret } from './secrets.ts'

/** Marks a sign-in at the sign-in service as used. @returns false if it was used before */
export async function claimSignIn(tx: Tx, state: string, expiresAt: Micros): Promise<boolean> {
  const claimed = await tx
    .insertInto('used_sign_in')
    .values({ state_hash: hashSecret(state), expires_at: expiresAt })
    .onConflict((used) => used.doNothing())
    .returning('state_hash')
    .executeTakeFirst()
  return claimed !== undefined
}
