import type { TagChange } from '../feed/set-subjects.ts'
import type { Tx } from '../../database/store.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'

/** Records the subjects of an image before and after a change. Returns false, and records nothing, if they are equal. */
export async function auditTags(
  tx: Tx,
  context: AuditContext,
  imageId: number,
  { before, after }: TagChange,
): Promise<boolean> {
  if (before.join() === after.join()) return false
  await recordAudit(tx, context, {
    action: 'image.tag',
    objectType: 'image',
    objectId: imageId,
    before: { subjects: before },
    after: { subjects: after },
  })
  return true
}
