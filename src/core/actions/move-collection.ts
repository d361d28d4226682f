import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../db/store.ts'
import { refuseTakenSlug } from '../db/refuse-taken-slug.ts'
import { withdrawHidden } from '../jobs/withdraw-hidden.ts'
import { requireFindable } from '../queries/require-findable.ts'

/**
 * Moves a collection with its images to another source, which decides whether they are visible. If it hides them,
 * a job ends the addresses of their pictures.
 * @throws CatalogError kind `invalid` if that source has a collection with the same slug, or `conflict` if a public image
 *   is a duplicate of one that would be hidden
 */
export async function moveCollection(
  tx: Tx,
  { id, sourceId }: { id: number; sourceId: number },
  context: AuditContext,
): Promise<void> {
  const change = { table: 'collection', id, action: 'collection.move' } as const
  await withdrawHidden(tx, { scope: { collections: [id] }, now: context.now }, () =>
    auditChange(tx, context, change, () =>
      refuseTakenSlug(['collection_slug_taken'], () =>
        tx
          .updateTable('collection')
          .set({ source_id: sourceId })
          .where('id', '=', id)
          .where('source_id', '!=', sourceId)
          .execute(),
      ),
    ),
  )
  await requireFindable(tx, { collectionId: id })
}
