import { undoSubjectDeletion, type TagPositions } from '../feed/record-subject-deletion.ts'
import { auditChange, auditCreation } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Micros } from '../../base/clock.ts'
import { areaGeometry } from '../../database/sql.ts'
import { refuseTakenSlug } from '../../database/refuse-taken-slug.ts'
import type { Tx } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'
import { conflict } from '../../base/errors.ts'
import { foldText } from '../../model/fold.ts'

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
    refuseTakenSlug(['subject_slug_taken'], () =>
      tx.updateTable('subject').set(values).where('id', '=', id).execute(),
    ),
  )
}

export interface RemovedSubject {
  row: Omit<Row<'subject'>, 'title_folded'>
  geometries: readonly Pick<Row<'subject_geometry'>, 'map_id' | 'geometry'>[]
  /** The position of its tag by image; undefined if it is unknown. */
  positionOf: TagPositions
  /** When it was removed. */
  at: Micros
}

/**
 * Restores a subject that was removed, with its id, its geometries and its tags.
 * @throws CatalogError kind `invalid` if another subject has the slug, or `conflict` if one has the Wikidata item
 */
export async function restoreRemovedSubject(
  tx: Tx,
  { row, geometries, positionOf, at }: RemovedSubject,
  context: AuditContext,
): Promise<void> {
  await requireFreeItem(tx, row.kb_id)
  await refuseTakenSlug(['subject_slug_taken'], () =>
    tx
      .insertInto('subject')
      .values({ ...row, title_folded: foldText(row.title) })
      .execute(),
  )
  for (const { map_id, geometry } of geometries) {
    const values = { subject_id: row.id, map_id, geometry, geom: areaGeometry(geometry) }
    await tx.insertInto('subject_geometry').values(values).execute()
  }
  await undoSubjectDeletion(tx, { subjectId: row.id, positionOf, at })
  await auditCreation(tx, context, { table: 'subject', id: row.id, action: 'subject.restore' })
}

async function requireFreeItem(tx: Tx, item: string): Promise<void> {
  const known = await tx
    .selectFrom('subject')
    .select('slug')
    .where('kb_id', '=', item)
    .executeTakeFirst()
  if (known) throw conflict(['item_taken', item, known.slug])
}
