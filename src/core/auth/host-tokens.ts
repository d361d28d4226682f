import type { Micros } from '../clock.ts'
import type { Tx } from '../engine/sqlite/store.ts'
import type { Scope } from './caller.ts'
import { insertGrant } from './grants.ts'
import { after } from './lifetimes.ts'
import { hashSecret, newSecret } from './secrets.ts'

export interface HostToken {
  /** Shown once; only its hash is kept. */
  token: string
  expiresAt: Micros
}

/** An access token that the administrator makes on the host, for scripts; it is never refreshed. */
export async function createHostToken(
  tx: Tx,
  given: { userId: number; scopes: readonly Scope[]; seconds: number },
  now: Micros,
): Promise<HostToken> {
  const token = newSecret('access')
  const expiresAt = after(now, given.seconds)
  const grantId = await insertGrant(tx, { ...given, clientId: null }, now)
  await tx
    .insertInto('oauth_token')
    .values({
      hash: hashSecret(token),
      grant_id: grantId,
      kind: 'access',
      scopes: given.scopes.join(' '),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { token, expiresAt }
}
