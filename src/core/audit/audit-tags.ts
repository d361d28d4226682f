import { listTaggedSubjects } from '../activity/set-subjects.ts'
import type { Tx } from '../db/store.ts'
import { recordAudit, type AuditContext } from './record-audit.ts'

/** Runs a change of the subjects of an image, and records their ids in the order of tagging if it changes them. */
export async function auditTags(
  tx: Tx,
  context: AuditContext,
  imageId: number,
  change: () => Promise<void>,
): Promise<boolean> {
  const before = await listTaggedSubjects(tx, imageId)
  await change()
  const after = await listTaggedSubjects(tx, imageId)
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
