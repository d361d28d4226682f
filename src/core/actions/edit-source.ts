import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { CollectionEdit } from '../contract/edit-source.ts'
import type { Tx } from '../db/store.ts'
import { foldText } from '../model/fold.ts'
import { refuseTakenSlug } from '../db/refuse-taken-slug.ts'

/** @throws CatalogError kind `invalid` if another collection of the source has the slug */
export async function editCollection(
  tx: Tx,
  id: number,
  edit: CollectionEdit,
  context: AuditContext,
): Promise<void> {
  if (Object.keys(edit).length === 0) return
  await auditChange(tx, context, { table: 'collection', id, action: 'collection.edit' }, () =>
    refuseTakenSlug(['collection_slug_taken'], () =>
      tx.updateTable('collection').set(toColumns(edit)).where('id', '=', id).execute(),
    ),
  )
}

function toColumns<Edit extends { name?: string | undefined }>(edit: Edit) {
  return { ...edit, ...(edit.name !== undefined && { name_folded: foldText(edit.name) }) }
}
