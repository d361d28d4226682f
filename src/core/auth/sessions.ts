import type { Logger } from '../base/log.ts'
import { randomBytes } from 'node:crypto'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import type { Reads, Tx, Store } from '../database/store.ts'
import { SESSION_IDLE_SECONDS, SESSION_SECONDS } from '../base/limits.ts'
import { isStale } from './last-use.ts'
import { addSeconds } from './lifetimes.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** A user who is signed in with a browser. */
export interface Session {
  id: number
  userId: number
  username: string
  /** Whether the user is staff, and not suspended. */
  isStaff: boolean
  isSuspended: boolean
  /** CSRF token that every form must include. */
  csrf: string
}

/** Creates a session. @returns its secret for the browser's cookie; the database stores its hash */
export async function openSession(
  tx: Tx,
  { userId, browser }: { userId: number; browser: string },
  now: Micros,
): Promise<string> {
  const secret = newSecret('session')
  await tx
    .insertInto('session')
    .values({
      hash: hashSecret(secret),
      user_id: userId,
      csrf: randomBytes(32).toString('base64url'),
      browser,
      created_at: now,
      used_at: now,
      expires_at: addSeconds(now, SESSION_SECONDS),
    })
    .execute()
  return secret
}

/**
 * Finds a session by its secret and records its use. Returns undefined if the secret is unknown or the session has
 * ended: 30 days after its start, or 14 days after its last use.
 */
export async function findSession(
  catalog: { clock: Clock; log: Logger } & Pick<Store, 'reads' | 'write'>,
  secret: string,
): Promise<Session | undefined> {
  const now = catalog.clock.now()
  const hash = hashSecret(secret)
  const row = await selectValidSessions(catalog.reads, now)
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('suspension', 'suspension.user_id', 'user.id')
    .where('hash', '=', hash)
    .select(['session.id', 'session.user_id', 'username', 'is_staff', 'csrf', 'used_at'])
    .select('suspended_at')
    .executeTakeFirst()
  if (!row) return undefined
  if (isStale(row.used_at, now)) await recordUse(catalog, hash, now)
  const { id, user_id: userId, username, csrf } = row
  const isSuspended = row.suspended_at !== null
  return { id, userId, username, isStaff: row.is_staff === 1 && !isSuspended, isSuspended, csrf }
}

/** A browser in which a user is signed in. */
export interface ListedSession {
  id: number
  /** For example `Firefox on Linux`. */
  browser: string
  createdAt: Micros
  /** Last use, to the hour. */
  usedAt: Micros
}

/** Lists the browsers in which a user is signed in, the most recently used first. */
export async function listSessions(
  reads: Reads,
  userId: number,
  now: Micros,
): Promise<ListedSession[]> {
  const rows = await selectValidSessions(reads, now)
    .where('user_id', '=', userId)
    .select(['id', 'browser', 'created_at', 'used_at'])
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, browser, created_at, used_at }) => ({
    id,
    browser,
    createdAt: created_at,
    usedAt: used_at,
  }))
}

/** Ends a session. @returns the id of its user, or undefined if the session is unknown */
export async function deleteSession(tx: Tx, secret: string): Promise<number | undefined> {
  const closed = await tx
    .deleteFrom('session')
    .where('hash', '=', hashSecret(secret))
    .returning('user_id')
    .executeTakeFirst()
  return closed?.user_id
}

/**
 * Ends one session of a user, or all but one.
 * @returns the number of ended sessions
 */
export async function endSessions(
  tx: Tx,
  userId: number,
  which: { only: number } | { except: number },
): Promise<number> {
  const ended = await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where((is) => ('only' in which ? is('id', '=', which.only) : is('id', '!=', which.except)))
    .returning('id')
    .execute()
  return ended.length
}

/** Deletes expired sessions. */
export async function purgeSessions(tx: Tx, now: Micros): Promise<void> {
  await tx
    .deleteFrom('session')
    .where((is) => is.or([is('expires_at', '<=', now), is('used_at', '<=', earliestUse(now))]))
    .execute()
}

function selectValidSessions(reads: Reads, now: Micros) {
  return reads
    .selectFrom('session')
    .where('expires_at', '>', now)
    .where('used_at', '>', earliestUse(now))
}

function earliestUse(now: Micros): Micros {
  return now - SESSION_IDLE_SECONDS * MICROS_PER_SECOND
}

async function recordUse(
  { write, log }: { log: Logger } & Pick<Store, 'write'>,
  hash: string,
  now: Micros,
): Promise<void> {
  try {
    await write((tx) =>
      tx.updateTable('session').set({ used_at: now }).where('hash', '=', hash).execute(),
    )
  } catch (error) {
    log.warn({ err: error }, 'could not record the use of a session')
  }
}
