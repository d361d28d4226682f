import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { refuseTakenSlug } from '../db/refuse-taken-slug.ts'
import type { Tx } from '../db/store.ts'
import type { Row } from '../db/tables.ts'
import { foldText } from '../model/fold.ts'
import { SUBJECT_SLUG_TAKEN } from '../model/slug.ts'

/** Columns that people edit, and those that repeat the Wikidata item. */
type SubjectColumns = Partial<Omit<Row<'subject'>, 'id' | 'title_folded'>>

/**
 * Writes earlier values of a subject again, also of its Wikidata item.
 * @throws CatalogError kind `invalid` if another subject has the slug
 */
export async function restoreSubject(
  tx: Tx,
  { id, columns }: { id: number; columns: SubjectColumns },
  context: AuditContext,
): Promise<void> {
  const { title } = columns
  const values = { ...columns, ...(title !== undefined && { title_folded: foldText(title) }) }
  await auditChange(tx, context, { table: 'subject', id, action: 'subject.edit' }, () =>
    refuseTakenSlug(SUBJECT_SLUG_TAKEN, () =>
      tx.updateTable('subject').set(values).where('id', '=', id).execute(),
    ),
  )
}
