import type { Reads } from '../../database/store.ts'
import { parseStoredScopes } from '../../auth/scopes.ts'

/** Other records of one user, in the order of the ids. */

export interface RecordPage {
  userId: number
  /** Only ids above this one. */
  after: number
  limit: number
}

/** Images that the user skipped. Their `id` is that of the image. */
export function listOwnSkips(reads: Reads, { userId, after, limit }: RecordPage) {
  return reads
    .selectFrom('skip')
    .select(['image_id as id', 'reason', 'skipped_at as at'])
    .where('user_id', '=', userId)
    .where('image_id', '>', after)
    .orderBy('image_id')
    .limit(limit)
    .execute()
}

/** Images that the user imported. */
export function listOwnImages(reads: Reads, { userId, after, limit }: RecordPage) {
  return reads
    .selectFrom('image')
    .select(['id', 'title', 'created_at as at'])
    .where('created_by', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Actions of the user in the audit log. */
export function listOwnAuditEntries(reads: Reads, { userId, after, limit }: RecordPage) {
  return reads
    .selectFrom('audit_entry')
    .select(['id', 'action', 'object_type', 'object_id', 'at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Reads a user, whether they are suspended, and when they last visited the account page. */
export function getOwnAccount(reads: Reads, userId: number) {
  return reads
    .selectFrom('user')
    .leftJoin('suspension', 'suspension.user_id', 'user.id')
    .leftJoin('visit', 'visit.user_id', 'user.id')
    .select(['user.id', 'username', 'is_staff', 'created_at', 'suspended_at'])
    .select(['suspension.reason as suspension_reason', 'visit.latest_at as visited_at'])
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Authorizations of apps, and access tokens that an administrator created on the host. */
export async function listOwnAuthorizations(reads: Reads, userId: number) {
  const rows = await reads
    .selectFrom('oauth_grant')
    .leftJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .select(['oauth_grant.id', 'name as app', 'label', 'scopes', 'used_at'])
    .select('oauth_grant.created_at as at')
    .where('user_id', '=', userId)
    .orderBy('oauth_grant.id')
    .execute()
  return rows.map((row) => ({ ...row, scopes: parseStoredScopes(row.scopes) }))
}
