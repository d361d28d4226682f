import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../database/store.ts'
import type { ImageSelection } from '../queries/images/derivable-images.ts'

/**
 * Records which images are processed again. All images are, if nothing is selected.
 * @param what the kind of the jobs, `dates` or `textindex`
 */
export function auditReprocessing(
  tx: Tx,
  context: AuditContext,
  what: 'derive' | 'tile' | 'embed' | 'dates' | 'textindex',
  { ids, collectionId, missing, failed }: ImageSelection & { missing?: boolean | undefined } = {},
): Promise<void> {
  return recordAudit(tx, context, {
    action: 'job.reprocess',
    objectType: 'job_queue',
    objectId: what,
    before: null,
    after: {
      ...(ids && { images: ids }),
      ...(collectionId !== undefined && { collection_id: collectionId }),
      ...(missing && { missing }),
      ...(failed && { failed }),
    },
  })
}
