import { addComment } from '../actions/add-comment.ts'
import { deleteComment } from '../actions/delete-comment.ts'
import { requireActive } from '../auth/suspension.ts'
import type { Remark } from '../contract/contribution.ts'
import { lockImageIfVisible, lockVisibleImage } from '../db/lock-image.ts'
import { CatalogError, notFound } from '../errors.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import { findComment, type CommentRow } from '../queries/image-parts.ts'
import type { Services } from '../services.ts'
import {
  contribute,
  type ContributionRequest,
  type ContributionServices,
  type Contributor,
} from './contribute.ts'
import { requireOwnRoom } from './require-own-room.ts'

/**
 * Comments on an image, with the feed.
 * @throws CatalogError kind `not_found` (image), `conflict` (too many by this user), or the errors of `contribute`
 */
export function commentOnImage(
  services: ContributionServices,
  contributor: Contributor,
  { imageId, input, key }: ContributionRequest<Remark> & { imageId: number },
): Promise<IdempotentResult<CommentRow>> {
  const content = ['comment', imageId, input]
  const contribution = { contributor, kind: 'comments', key, content } as const
  return contribute(services, contribution, async (tx, context) => {
    await lockVisibleImage(tx, imageId, contributor.visibility)
    const { userId } = contributor
    await requireOwnRoom(tx, 'comment', { imageId, userId })
    const made = { image: imageId, text: input.text, userId, at: context.now }
    const { id } = await addComment(tx, made, context)
    const comment = await findComment(tx, id)
    if (!comment) throw new Error('the comment cannot be read')
    return comment
  })
}

/** Who withdraws a comment. */
interface Withdrawing extends Contributor {
  /** Whether this person may delete the comments of others. */
  isModerator: boolean
}

/**
 * Deletes a comment with its event in the feed. The audit log keeps those that moderators delete.
 * @throws CatalogError kind `not_found` (comment), or `forbidden` for a suspended user and for the comment of another
 *   user, unless a moderator deletes it
 */
export async function withdrawComment(
  { clock, write }: Pick<Services, 'clock' | 'write'>,
  { userId, visibility, isModerator }: Withdrawing,
  id: number,
): Promise<void> {
  await write(async (tx) => {
    await requireActive(tx, userId)
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
    const context = { actor: { userId }, now: clock.now() }
    const audited = isOwn ? { ...context, isContribution: true as const } : context
    if (!(await deleteComment(tx, { id }, audited))) throw unknownComment()
  })
}

function notTheAuthor(): CatalogError {
  return new CatalogError('forbidden', ['not_the_author'])
}

function unknownComment(): CatalogError {
  return notFound('Comment not found.')
}
