import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/store.ts'

/** @returns false if there is no such validation */
export function deleteValidation(
  tx: Tx,
  { id }: { id: number },
  context: AuditContext,
): Promise<boolean> {
  const row = { table: 'validation', id, action: 'validation.delete' } as const
  return auditChange(tx, context, row, async () => {
    const { numDeletedRows } = await tx
      .deleteFrom('validation')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}
