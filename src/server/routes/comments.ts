import { formatTimestamp } from '../../core/base/clock.ts'
import {
  anyComment,
  commentPage,
  commentQuery,
  type AnyComment,
} from '../../core/contract/comment.ts'
import { comment } from '../../core/contract/image.ts'
import { getEveryComment, listEveryComment } from '../../core/queries/people/contribution-lists.ts'
import { commentOnImage } from '../../core/writes/comments/comment-on-image.ts'
import { deleteComment } from '../../core/writes/comments/delete-comment.ts'
import { takePage } from '../http/cursor.ts'
import { endpoint } from '../http/endpoint.ts'
import { nextUrl } from '../presenters/pagination.ts'
import { idOf, imageIdOf, parseId } from '../http/parse-id.ts'
import { presentComment } from '../presenters/image-detail.ts'
import { created, json } from '../http/reply.ts'
import { route } from '../http/route.ts'

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
  route({
    method: 'GET',
    path: '/api/v2/comments/',
    summary: 'List comments, hidden ones too',
    responses: { 200: commentPage },
    access: 'moderator',
    query: commentQuery,
    async handle({ catalog, query, links, target }) {
      const { image: imageId, user: userId, after = 0, limit } = query
      const filter = { imageId, userId, after, limit: limit + 1 }
      const read = await listEveryComment(catalog.reads, filter)
      const { rows, next } = takePage(read, limit, ({ id }) => String(id))
      const results = rows.map(presentAnyComment)
      return json({ next: nextUrl({ links, target }, ['after', next]), results })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/comments/:id/',
    summary: 'Get a comment, a hidden one too',
    responses: { 200: anyComment },
    access: 'moderator',
    async handle({ catalog, params }) {
      const id = parseId(params.id, 'Comment')
      return json(presentAnyComment(await getEveryComment(catalog.reads, id)))
    },
  }),
  endpoint('DELETE /api/v2/comments/:id/', deleteComment, {
    summary: 'Delete a comment',
    responses: { 204: { description: 'Deleted.' } },
    errorResponses: { 403: 'Another user made the comment, and the caller is no moderator.' },
    target: idOf('Comment'),
  }),
]

type CommentRow = Awaited<ReturnType<typeof getEveryComment>>

function presentAnyComment(row: CommentRow): AnyComment {
  const { id, image_id, user_id, username, text, created_at, is_hidden } = row
  return {
    id,
    image_id,
    user: { id: user_id, username },
    text,
    created_at: formatTimestamp(created_at),
    hidden: is_hidden === 1,
  }
}
