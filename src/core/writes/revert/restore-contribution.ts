import { recordComment, recordGeoreference } from '../feed/record.ts'
import { auditChange, auditCreation } from '../../audit/audit-row.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { areaGeometry, pointGeometry } from '../../database/sql.ts'
import { lockImages } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'
import { conflict, notFound } from '../../base/errors.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'

/** Contributions that were deleted get their ids, contributors and times again, and so their places in the feed. */

type PointRow = Omit<Row<'georeference'>, 'geom'>
type AreaRow = Omit<Row<'from_above_georeference'>, 'geom'>

/** The row of a deleted georeference, with its validations. */
export type DeletedGeoreference =
  | { table: 'georeference'; row: PointRow; validations: readonly Row<'validation'>[] }
  | { table: 'from_above_georeference'; row: AreaRow; validations: readonly Row<'validation'>[] }

/**
 * Restores a georeference with its validations.
 * @throws CatalogError kind `not_found` (image), or `conflict` if the image is a duplicate now, or if it was restored before
 */
export async function restoreGeoreference(
  tx: Tx,
  deleted: DeletedGeoreference,
  context: AuditContext,
): Promise<void> {
  const { table, row, validations } = deleted
  const image = (await lockImages(tx, [row.image_id])).get(row.image_id)
  if (!image) throw notFound(`Image ${row.image_id} does not exist any more.`)
  // Other images may have georeferences of before, also if they accept no more.
  if (image.duplicate_of !== null)
    throw conflict(['duplicate_since', row.image_id, image.duplicate_of])
  await requireAbsent(tx, table, row.id)
  await insertGeoreference(tx, deleted)
  if (validations.length > 0) await tx.insertInto('validation').values(validations).execute()
  await recordGeoreference(tx, { userId: row.user_id, at: row.created_at })
  await recordAudit(tx, context, {
    action: `${table}.restore`,
    objectType: table,
    objectId: row.id,
    before: null,
    after: { ...row, validations },
  })
}

async function insertGeoreference(tx: Tx, deleted: DeletedGeoreference): Promise<void> {
  if (deleted.table === 'georeference') {
    const { row } = deleted
    const geom = pointGeometry(row.longitude, row.latitude)
    await tx
      .insertInto('georeference')
      .values({ ...row, geom })
      .execute()
    return
  }
  const { row } = deleted
  await tx
    .insertInto('from_above_georeference')
    .values({ ...row, geom: areaGeometry(row.polygon) })
    .execute()
}

/**
 * Restores a validation.
 * @throws CatalogError kind `not_found` (georeference), or `conflict` if its user has validated again, or if it was
 *   restored before
 */
export async function restoreValidation(
  tx: Tx,
  row: Row<'validation'>,
  context: AuditContext,
): Promise<void> {
  await lockImages(tx, [row.image_id])
  await requireAbsent(tx, 'validation', row.id)
  const { table, id } = toValidated(row)
  const made = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (!made) throw notFound(`The georeference ${id} does not exist any more.`)
  const again = await tx
    .selectFrom('validation')
    .select('id')
    .where(`${table}_id`, '=', id)
    .where('validated_by', '=', row.validated_by)
    .executeTakeFirst()
  if (again) throw conflict(['validated_since', again.id])
  await tx.insertInto('validation').values(row).execute()
  await auditCreation(tx, context, {
    table: 'validation',
    id: row.id,
    action: 'validation.restore',
  })
}

/** Writes an earlier verdict of a validation again. */
export async function restoreVerdict(
  tx: Tx,
  {
    id,
    columns,
  }: {
    id: number
    columns: Partial<Pick<Row<'validation'>, 'validation' | 'notes' | 'validated_at'>>
  },
  context: AuditContext,
): Promise<void> {
  await auditChange(tx, context, { table: 'validation', id, action: 'validation.edit' }, () =>
    tx.updateTable('validation').set(columns).where('id', '=', id).execute(),
  )
}

function toValidated({
  georeference_id: point,
  from_above_georeference_id: area,
}: Row<'validation'>) {
  return point === null
    ? ({ table: 'from_above_georeference', id: area ?? 0 } as const)
    : ({ table: 'georeference', id: point } as const)
}

/** Restores a comment. @throws CatalogError kind `not_found` (image), or `conflict` if it was restored before */
export async function restoreComment(
  tx: Tx,
  row: Row<'comment'>,
  context: AuditContext,
): Promise<void> {
  const images = await lockImages(tx, [row.image_id])
  if (images.size === 0) throw notFound(`Image ${row.image_id} does not exist any more.`)
  await requireAbsent(tx, 'comment', row.id)
  await requireAbsent(tx, 'hidden_comment', row.id)
  await tx.insertInto('comment').values(row).execute()
  await recordComment(tx, { id: row.id, userId: row.commented_by, at: row.created_at })
  await auditCreation(tx, context, { table: 'comment', id: row.id, action: 'comment.restore' })
}

/** Ids are never used twice, so a row with the id is the same one. */
async function requireAbsent(
  tx: Tx,
  table: GeoreferenceKind | 'validation' | 'comment' | 'hidden_comment',
  id: number,
): Promise<void> {
  const row = await tx
    .selectFrom(table as 'comment')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) throw conflict(['contribution_restored_before'], { code: 'changed_since' })
}
