import { recordCommentRemoval } from '../activity/record.ts'
import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../db/store.ts'

/** @returns false if there is no such comment */
export function deleteComment(
  tx: Tx,
  { id }: { id: number },
  context: AuditContext,
): Promise<boolean> {
  const row = { table: 'comment', id, action: 'comment.delete' } as const
  return auditChange(tx, context, row, async () => {
    await recordCommentRemoval(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('comment')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}
