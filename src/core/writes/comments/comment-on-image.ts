import { remark, type Remark } from '../../contract/contribution.ts'
import { lockVisibleImage } from '../../database/lock-image.ts'
import { findComment, type CommentRow } from '../../queries/images/detail-lists.ts'
import { requireOwnRoom } from '../require-own-room.ts'
import { useCase } from '../run/use-case.ts'
import { addComment } from './add-comment.ts'

/** Comments on an image, with the feed. */
export const commentOnImage = useCase({
  name: 'comment.add',
  access: 'contributor',
  limit: 'comments',
  once: true,
  input: remark,
  async run(tx, { imageId, text }: Remark & { imageId: number }, context): Promise<CommentRow> {
    const { userId, visibility } = context.contributor
    await lockVisibleImage(tx, imageId, visibility)
    await requireOwnRoom(tx, 'comment', { imageId, userId })
    const { id } = await addComment(tx, { image: imageId, text, userId, at: context.now }, context)
    const comment = await findComment(tx, id)
    if (!comment) throw new Error('the comment cannot be read')
    return comment
  },
})
