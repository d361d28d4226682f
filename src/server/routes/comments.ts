import { comment } from '../../core/contract/image.ts'
import { commentOnImage } from '../../core/writes/comments/comment-on-image.ts'
import { deleteComment } from '../../core/writes/comments/delete-comment.ts'
import { endpoint } from '../endpoint.ts'
import { idOf, imageIdOf } from '../parse-id.ts'
import { presentComment } from '../presenters/image-detail.ts'
import { created } from '../reply.ts'

export const commentRoutes = [
  endpoint('POST /api/v2/images/:id/comments/', commentOnImage, {
    summary: 'Comment on an image',
    responses: { 201: comment },
    errorResponses: {
      409: 'The caller has commented on the image too often (code `too_many`).',
    },
    target: imageIdOf,
    present: (made) => created(presentComment(made)),
  }),
  endpoint('DELETE /api/v2/comments/:id/', deleteComment, {
    summary: 'Delete a comment',
    responses: { 204: { description: 'Deleted.' } },
    errorResponses: { 403: 'Another user made the comment, and the caller is no moderator.' },
    target: idOf('Comment'),
  }),
]
