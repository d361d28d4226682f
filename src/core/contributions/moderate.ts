import type { AuditContext } from '../audit/record-audit.ts'
import { requireActiveStaff } from '../auth/suspension.ts'
import type { Tx } from '../db/store.ts'
import type { Services } from '../services.ts'

/**
 * Runs a change by a moderator in one transaction.
 * @param moderator a staff user
 * @param change receives the context that the audit log records
 * @throws CatalogError kind `forbidden` for a user who is suspended or no longer staff, and the errors of the change
 */
export function moderate<Result>(
  { clock, write }: Pick<Services, 'clock' | 'write'>,
  { userId }: { userId: number },
  change: (tx: Tx, context: AuditContext) => Promise<Result>,
): Promise<Result> {
  return write(async (tx) => {
    await requireActiveStaff(tx, userId)
    return change(tx, { actor: { userId }, now: clock.now() })
  })
}
