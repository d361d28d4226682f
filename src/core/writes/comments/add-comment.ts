import { recordComment } from '../feed/record.ts'
import { auditCreation } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Micros } from '../../base/clock.ts'
import type { NewComment } from '../../contract/new-contribution.ts'
import { lockImages } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'

/**
 * Adds a comment to an image. The same text by the same user at the same time is added only once.
 * @throws CatalogError kind `not_found` (image)
 */
export async function addComment(
  tx: Tx,
  { image, text, userId, at }: NewComment & { userId: number; at: Micros },
  context: AuditContext,
): Promise<{ id: number; isNew: boolean }> {
  const images = await lockImages(tx, [image])
  if (images.size === 0) {
    throw notFound(`Image ${image} does not exist.`, { code: 'image_not_found' })
  }
  const known = await tx
    .selectFrom('comment')
    .select('id')
    .where('image_id', '=', image)
    .where('created_at', '=', at)
    .where('commented_by', '=', userId)
    .where('text', '=', text)
    .executeTakeFirst()
  if (known) return { id: known.id, isNew: false }
  const { id } = await tx
    .insertInto('comment')
    .values({ image_id: image, text, commented_by: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordComment(tx, { id, userId, at })
  await auditCreation(tx, context, { table: 'comment', id, action: 'comment.create' })
  return { id, isNew: true }
}
