import { getUserId } from '../../audit/actor.ts'
import { recordComment, recordCommentRemoval } from '../feed/record.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import { useCase } from '../run/use-case.ts'

/** Hides a comment from everyone but staff. */
export const hideComment = useCase({
  name: 'comment.hide',
  access: 'moderator',
  limit: 'moderations',
  async run(tx, { id }: { id: number }, context) {
    await hideCommentRow(tx, id, context)
  },
})

/** Shows a hidden comment again. */
export const unhideComment = useCase({
  name: 'comment.unhide',
  access: 'moderator',
  limit: 'moderations',
  async run(tx, { id }: { id: number }, context) {
    await unhideCommentRow(tx, id, context)
  },
})

/**
 * Hides a comment, with its event in the feed, from everyone but staff.
 * @returns false if it is hidden already
 * @throws CatalogError kind `not_found`
 */
export async function hideCommentRow(tx: Tx, id: number, context: AuditContext): Promise<boolean> {
  const { actor, now } = context
  await recordCommentRemoval(tx, id)
  const comment = await tx
    .deleteFrom('comment')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!comment) {
    await requireComment(tx, id, 'hidden_comment')
    return false
  }
  const hidden_by = getUserId(actor)
  await tx
    .insertInto('hidden_comment')
    .values({ ...comment, hidden_by, hidden_at: now })
    .execute()
  await recordAudit(tx, context, {
    action: 'comment.hide',
    objectType: 'comment',
    objectId: id,
    before: { ...comment, hidden_at: null },
    after: { ...comment, hidden_at: now },
  })
  return true
}

/**
 * Shows a hidden comment again, with its event in the feed.
 * @returns false if it is not hidden
 * @throws CatalogError kind `not_found`
 */
export async function unhideCommentRow(
  tx: Tx,
  id: number,
  context: AuditContext,
): Promise<boolean> {
  const hidden = await tx
    .deleteFrom('hidden_comment')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!hidden) {
    await requireComment(tx, id, 'comment')
    return false
  }
  const { hidden_by: _, hidden_at, ...comment } = hidden
  await tx.insertInto('comment').values(comment).execute()
  await recordComment(tx, { id, userId: comment.commented_by, at: comment.created_at })
  await recordAudit(tx, context, {
    action: 'comment.unhide',
    objectType: 'comment',
    objectId: id,
    before: { ...comment, hidden_at },
    after: { ...comment, hidden_at: null },
  })
  return true
}

async function requireComment(
  tx: Tx,
  id: number,
  table: 'comment' | 'hidden_comment',
): Promise<void> {
  const known = await tx
    .selectFrom(table as 'comment')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw notFound('Comment not found.')
}
