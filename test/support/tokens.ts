import { insertGrant } from '../../src/core/auth/grants.ts'
import type { Scope } from '../../src/core/auth/caller.ts'
import { issueTokens } from '../../src/core/auth/issue-tokens.ts'
import { foldText } from '../../src/core/model/fold.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'

export interface TokenHolder {
  /** OpenStreetMap id; 1001 by default. The user is created if missing. */
  userId?: number
  username?: string
  /** True makes the user staff; new users are not staff by default. */
  staff?: boolean
  scopes?: Scope[]
}

/** Issues a valid access token for a user, as after a sign-in. */
export async function issueToken(
  { catalog }: { catalog: Catalog },
  { userId = 1001, username = `user-${userId}`, staff, scopes = ['read'] }: TokenHolder = {},
): Promise<string> {
  const now = catalog.clock.now()
  return catalog.write(async (tx) => {
    const flag = staff ? 1 : 0
    await tx
      .insertInto('user')
      .values({
        id: userId,
        username,
        username_folded: foldText(username),
        is_staff: flag,
        created_at: now,
      })
      .onConflict((already) =>
        staff === undefined
          ? already.doNothing()
          : already.column('id').doUpdateSet({ is_staff: flag }),
      )
      .execute()
    const grantId = await insertGrant(tx, { userId, clientId: null, scopes }, now)
    const issued = await issueTokens(
      tx,
      { id: grantId, createdAt: now },
      { access: scopes, refresh: scopes },
      { now, lifetimes: catalog.config },
    )
    return issued.accessToken
  })
}

/** Returns the Authorization header for a token. */
export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` }
}
