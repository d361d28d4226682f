import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../db/store.ts'

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
