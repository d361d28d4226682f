import type { Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import { purgeUnauthorizedClients } from './clients.ts'
import { purgeSessions } from './sessions.ts'

/**
 * Deletes expired sessions, sign-ins, invitations and access tokens, apps that no user authorized, and grants whose codes
 * and tokens have all expired. A rotated refresh token stays as long as its grant, so that its reuse is detected.
 */
export async function purgeExpired(tx: Tx, now: Micros): Promise<void> {
  await purgeSessions(tx, now)
  await purgeUnauthorizedClients(tx, now)
  await tx.deleteFrom('used_sign_in').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('staff_invitation').where('expires_at', '<=', now).execute()
  await tx
    .deleteFrom('oauth_token')
    .where('kind', '=', 'access')
    .where('expires_at', '<=', now)
    .execute()
  await tx
    .deleteFrom('oauth_grant')
    .where('id', 'not in', (live) =>
      live.selectFrom('oauth_token').select('grant_id').where('expires_at', '>', now),
    )
    .where('id', 'not in', (live) =>
      live.selectFrom('oauth_code').select('grant_id').where('expires_at', '>', now),
    )
    .execute()
}
