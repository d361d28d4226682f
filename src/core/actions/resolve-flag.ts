import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { refuseDuplicate } from '../db/refuse-duplicate.ts'
import type { Tx } from '../db/store.ts'
import { conflict } from '../errors.ts'

/**
 * Marks a report as resolved.
 * @returns false if there is no such report, or it was resolved before
 */
export function resolveFlag(
  tx: Tx,
  { id }: { id: number },
  context: AuditContext,
): Promise<boolean> {
  const { actor, now } = context
  const resolved_by = 'userId' in actor ? actor.userId : null
  return auditChange(tx, context, { table: 'flag', id, action: 'flag.resolve' }, async () => {
    const resolved = await tx
      .updateTable('flag')
      .set({ resolved_at: now, resolved_by })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return resolved !== undefined
  })
}

/**
 * Opens a resolved report again.
 * @throws CatalogError kind `conflict` if its user has reported the image again for the same reason
 */
export async function reopenFlag(
  tx: Tx,
  { id }: { id: number },
  context: AuditContext,
): Promise<void> {
  const again = conflict(['reported_since'])
  await auditChange(tx, context, { table: 'flag', id, action: 'flag.reopen' }, () =>
    refuseDuplicate('reason', again, () =>
      tx
        .updateTable('flag')
        .set({ resolved_at: null, resolved_by: null })
        .where('id', '=', id)
        .execute(),
    ),
  )
}
