import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { SubjectEdit } from '../contract/new-subject.ts'
import { refuseTakenSlug } from '../db/refuse-taken-slug.ts'
import type { Tx } from '../db/store.ts'
import { foldText } from '../model/fold.ts'

/** @throws CatalogError kind `invalid` if another subject has the slug */
export async function updateSubject(
  tx: Tx,
  id: number,
  { title, slug, description }: SubjectEdit,
  context: AuditContext,
): Promise<void> {
  const changes = {
    ...(title !== undefined && { title, title_folded: foldText(title) }),
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description }),
  }
  if (Object.keys(changes).length === 0) return
  await auditChange(tx, context, { table: 'subject', id, action: 'subject.edit' }, async () => {
    await refuseTakenSlug(['subject_slug_taken'], () =>
      tx.updateTable('subject').set(changes).where('id', '=', id).execute(),
    )
  })
}
