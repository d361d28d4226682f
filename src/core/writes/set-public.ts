import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../db/store.ts'
import { withdrawHidden, type Hideable } from '../jobs/withdraw-hidden.ts'
import { requireFindable } from '../queries/require-findable.ts'

/** A source or a collection to publish or to hide. */
interface PublicChange {
  table: 'source' | 'collection'
  id: number
  isPublic: boolean
}

/**
 * Publishes a source or a collection, or hides it with all its images. Triggers update the counts and the feed, and a job ends
 * the addresses of pictures that were public.
 * @returns whether it changed
 * @throws CatalogError kind `conflict` if a public image is a duplicate of one that would be hidden
 */
export async function setPublic(
  tx: Tx,
  { table, id, isPublic }: PublicChange,
  context: AuditContext,
): Promise<boolean> {
  const action = `${table}.${isPublic ? 'publish' : 'hide'}` as const
  const scope: Hideable = table === 'source' ? { sources: [id] } : { collections: [id] }
  const isChanged = await withdrawHidden(tx, { scope, now: context.now }, () =>
    auditChange(tx, context, { table, id, action }, async () => {
      const changed = await tx
        .updateTable(table as 'source')
        .set({ public: isPublic ? 1 : 0 })
        .where('id', '=', id)
        .where('public', '=', isPublic ? 0 : 1)
        .returning('id')
        .execute()
      return changed.length > 0
    }),
  )
  if (isChanged && !isPublic)
    await requireFindable(tx, table === 'source' ? { sourceId: id } : { collectionId: id })
  return isChanged
}
