import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { CollectionEdit, SourceEdit } from '../contract/edit-source.ts'
import { refuseTakenSlug } from '../database/refuse-taken-slug.ts'
import type { Tx } from '../database/store.ts'
import { changeVisibility, type Hideable } from './change-visibility.ts'
import { foldText } from '../model/fold.ts'
import { requireFindable } from '../queries/lists/require-findable.ts'

/** A source or a collection. */
interface EditedRecord {
  table: 'source' | 'collection'
  id: number
}

type RecordEdit = (SourceEdit | CollectionEdit) & { public?: boolean | undefined }

/**
 * Changes a source or a collection, publishes it or hides it.
 * @throws CatalogError kind `invalid` if another one has the slug, or the errors of `setPublic`
 */
export async function editRecord(
  tx: Tx,
  { table, id, edit }: EditedRecord & { edit: RecordEdit },
  context: AuditContext,
): Promise<void> {
  const { public: isPublic, ...columns } = edit
  const { name } = columns
  if (Object.keys(columns).length > 0) {
    const changed = { ...columns, ...(name !== undefined && { name_folded: foldText(name) }) }
    await auditChange(tx, context, { table, id, action: `${table}.edit` }, () =>
      refuseTakenSlug([`${table}_slug_taken`], () =>
        tx
          .updateTable(table as 'source')
          .set(changed)
          .where('id', '=', id)
          .execute(),
      ),
    )
  }
  if (isPublic !== undefined) await setPublic(tx, { table, id, isPublic }, context)
}

/**
 * Publishes a source or a collection, or hides it with all its images. Triggers update the counts and the feed, and a job ends
 * the addresses of pictures that were public.
 * @throws CatalogError kind `conflict` if a public image is a duplicate of one that would be hidden
 */
async function setPublic(
  tx: Tx,
  { table, id, isPublic }: EditedRecord & { isPublic: boolean },
  context: AuditContext,
): Promise<void> {
  const action = `${table}.${isPublic ? 'publish' : 'hide'}` as const
  const scope: Hideable = table === 'source' ? { sources: [id] } : { collections: [id] }
  const isChanged = await changeVisibility(tx, { scope, now: context.now }, () =>
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
}
