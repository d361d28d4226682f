import { recordGeoreferenceRemoval } from '../feed/record-georeference-removal.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { lockImages } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import { useCase } from '../run/use-case.ts'

interface Georeference {
  table: GeoreferenceKind
  id: number
}

/** Deletes a georeference of any contributor, with its validations and its part of the feed. */
export const deleteGeoreference = useCase({
  name: 'georeference.delete',
  access: 'moderator',
  limit: 'moderations',
  hasDryRun: true,
  async run(tx, georeference: Georeference, context) {
    const isDeleted = await removeGeoreference(tx, georeference, context)
    if (!isDeleted) throw notFound('Georeference not found.')
  },
})

/**
 * Deletes a georeference with its validations, which the audit log keeps.
 * @returns false if there is none
 */
export async function removeGeoreference(
  tx: Tx,
  { table, id }: Georeference,
  context: AuditContext,
): Promise<boolean> {
  const made = await tx.selectFrom(table).select('image_id').where('id', '=', id).executeTakeFirst()
  if (!made) return false
  // Before its validations, as those lock who add them.
  await lockImages(tx, [made.image_id])
  const validations = await tx
    .deleteFrom('validation')
    .where(`${table}_id`, '=', id)
    .returningAll()
    .execute()
  const [deleted] = await tx
    .deleteFrom(table as 'georeference')
    .where('id', '=', id)
    .returningAll()
    .execute()
  if (!deleted) return false
  const { geom: _, ...row } = deleted
  await recordGeoreferenceRemoval(tx, { userId: row.user_id, at: row.created_at })
  await recordAudit(tx, context, {
    action: `${table}.delete`,
    objectType: table,
    objectId: id,
    before: { ...row, validations },
    after: null,
  })
  return true
}
