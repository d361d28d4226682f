import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { getDevAccountByName } from '../../auth/dev-accounts.ts'
import type { Tx } from '../../database/store.ts'
import { foldText } from '../../model/fold.ts'

/**
 * Adds a user whom the sign-in page of a development server offers. A user who has the name already stays.
 * @throws CatalogError kind `invalid` for a name that no account can have
 */
export async function addDevUser(
  tx: Tx,
  { name, isStaff }: { name: string; isStaff: boolean },
  context: AuditContext,
): Promise<{ id: number; username: string; is_staff: 0 | 1 }> {
  const { id, username } = await getDevAccountByName(tx, name)
  const user = { id, username, username_folded: foldText(username), created_at: context.now }
  const row = { table: 'user', id, action: 'user.add-dev' } as const
  return auditChange(tx, context, row, () =>
    tx
      .insertInto('user')
      .values({ ...user, is_staff: isStaff ? 1 : 0 })
      .onConflict((known) =>
        known.column('id').doUpdateSet(isStaff ? { is_staff: 1 } : { id: user.id }),
      )
      .returning(['id', 'username', 'is_staff'])
      .executeTakeFirstOrThrow(),
  )
}
