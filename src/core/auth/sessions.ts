import { randomBytes } from 'node:crypto'
import type { Micros } from '../clock.ts'
import type { Reads, Tx } from '../engine/sqlite/store.ts'
import { SESSION_SECONDS } from '../limits.ts'
import { after } from './lifetimes.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Somebody signed in with a browser. */
export interface Session {
  userId: number
  username: string
  isStaff: boolean
  /** Must come back with every form, so that no other site can post one. */
  csrf: string
}

/** @returns what the browser keeps; only its hash is stored */
export async function openSession(tx: Tx, userId: number, now: Micros): Promise<string> {
  const secret = newSecret('session')
  await tx
    .insertInto('session')
    .values({
      hash: hashSecret(secret),
      user_id: userId,
      csrf: randomBytes(32).toString('base64url'),
      created_at: now,
      expires_at: after(now, SESSION_SECONDS),
    })
    .execute()
  return secret
}

/** Who keeps this secret; undefined when it is unknown, or the session is over. */
export async function findSession(
  reads: Reads,
  secret: string,
  now: Micros,
): Promise<Session | undefined> {
  const row = await reads
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .where('hash', '=', hashSecret(secret))
    .where('expires_at', '>', now)
    .select(['user.id', 'username', 'is_staff', 'csrf'])
    .executeTakeFirst()
  if (!row) return undefined
  return { userId: row.id, username: row.username, isStaff: row.is_staff === 1, csrf: row.csrf }
}

export async function closeSession(tx: Tx, secret: string): Promise<void> {
  await tx.deleteFrom('session').where('hash', '=', hashSecret(secret)).execute()
}
