import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import { formatTimestamp, type Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'

/**
 * Deletes the oldest entries of the audit log, and records that.
 * @returns the number of deleted entries, at most `limit`
 */
export async function pruneAudit(
  tx: Tx,
  { before, limit }: { before: Micros; limit: number },
  context: AuditContext,
): Promise<number> {
  const deleted = await tx
    .deleteFrom('audit_entry')
    .where('id', 'in', (old) =>
      old
        .selectFrom('audit_entry')
        .select('id')
        .where('at', '<', before)
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  const count = Number(deleted.numDeletedRows)
  if (count === 0) return 0
  await recordAudit(tx, context, {
    action: 'audit.prune',
    objectType: 'audit_entry',
    objectId: 'old',
    before: { entries: count, before: formatTimestamp(before) },
    after: null,
  })
  return count
}
