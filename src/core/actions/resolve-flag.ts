import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { refuseDuplicate } from '../db/refuse-duplicate.ts'
import type { Tx } from '../db/store.ts'
import { conflict, notFound } from '../errors.ts'

/**
 * Marks a report as resolved.
 * @returns false if it was resolved before
 * @throws CatalogError kind `not_found`
 */
export async function resolveFlag(
  tx: Tx,
  { id }: { id: number },
  context: AuditContext,
): Promise<boolean> {
  const { actor, now } = context
  const resolved_by = 'userId' in actor ? actor.userId : null
  const row = { table: 'flag', id, action: 'flag.resolve' } as const
  const resolved = await auditChange(tx, context, row, () =>
    tx
      .updateTable('flag')
      .set({ resolved_at: now, resolved_by })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!resolved) await requireFlag(tx, id)
  return resolved !== undefined
}

/**
 * Opens a resolved report again.
 * @throws CatalogError kind `not_found`, or `conflict` if its user has reported the image again for the same reason
 */
export async function reopenFlag(
  tx: Tx,
  { id }: { id: number },
  context: AuditContext,
): Promise<void> {
  const again = conflict(['reported_since'])
  await requireFlag(tx, id)
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

async function requireFlag(tx: Tx, id: number): Promise<void> {
  const known = await tx.selectFrom('flag').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound('Report not found.')
}
