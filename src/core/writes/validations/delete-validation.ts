import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import { useCase } from '../run/use-case.ts'

/** Deletes a validation of any contributor. */
export const deleteValidation = useCase({
  name: 'validation.delete',
  access: 'moderator',
  limit: 'moderations',
  hasDryRun: true,
  async run(tx, { id }: { id: number }, context) {
    if (!(await removeValidation(tx, id, context))) throw notFound('Validation not found.')
  },
})

/** @returns false if there is no such validation */
export function removeValidation(tx: Tx, id: number, context: AuditContext): Promise<boolean> {
  const row = { table: 'validation', id, action: 'validation.delete' } as const
  return auditChange(tx, context, row, async () => {
    const { numDeletedRows } = await tx
      .deleteFrom('validation')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}
