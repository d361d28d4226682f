import { recordCommentRemoval } from '../feed/record.ts'
import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { lockImageIfVisible } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import { useCase } from '../run/use-case.ts'

/**
 * Deletes a comment with its event in the feed. Authors delete their own comments, moderators those of others, which
 * the audit log keeps.
 */
export const deleteComment = useCase({
  name: 'comment.delete',
  access: ['contributor', 'moderator'],
  hasDryRun: true,
  async run(tx, { id }: { id: number }, context) {
    const { userId, isModerator, visibility } = context.contributor
    const comment = await tx
      .selectFrom('comment')
      .select(['image_id', 'commented_by'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!comment) throw unknownComment()
    const isOwn = comment.commented_by === userId
    if (!isOwn && !isModerator) {
      const image = await lockImageIfVisible(tx, comment.image_id, visibility)
      throw image ? notTheAuthor() : unknownComment()
    }
    const audited = isOwn ? { ...context, isContribution: true as const } : context
    if (!(await removeComment(tx, id, audited))) throw unknownComment()
  },
})

/** @returns false if there is no such comment */
export function removeComment(tx: Tx, id: number, context: AuditContext): Promise<boolean> {
  const row = { table: 'comment', id, action: 'comment.delete' } as const
  return auditChange(tx, context, row, async () => {
    await recordCommentRemoval(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('comment')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}

function notTheAuthor(): CatalogError {
  return new CatalogError('forbidden', ['not_the_author'])
}

function unknownComment(): CatalogError {
  return notFound('Comment not found.')
}
