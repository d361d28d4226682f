import { hasAccess } from '../../core/auth/caller.ts'
import { remark } from '../../core/contract/contribution.ts'
import { comment } from '../../core/contract/image.ts'
import { commentOnImage, withdrawComment } from '../../core/contributions/comment.ts'
import { CONTRIBUTIONS_PER_MINUTE } from '../../core/limits.ts'
import { toContributor } from '../contributor.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { parseId } from '../parse-id.ts'
import { presentComment } from '../presenters/image-detail.ts'
import { created, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CONTRIBUTION_ERRORS, perMinute } from './contribution-errors.ts'

export const commentRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/images/:id/comments/',
    summary: 'Comment on an image',
    responses: { 201: comment },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      409: `The caller has commented on the image too often (code \`too_many\`), or a request with the same Idempotency-Key is still in progress.`,
      429: perMinute(CONTRIBUTIONS_PER_MINUTE.comments),
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'contributor',
    body: remark,
    async handle({ catalog, caller, params, body, headers }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const request = { imageId, input: body, key: parseIdempotencyKey(headers) }
      const { result, isReplay } = await commentOnImage(catalog, toContributor(caller), request)
      return markReplay(created(presentComment(result)), isReplay)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/comments/:id/',
    summary: 'Delete a comment',
    responses: { 204: { description: 'Deleted.' } },
    errorResponses: { 403: 'Another user made the comment, and the caller is no moderator.' },
    access: ['contributor', 'moderator'],
    async handle({ catalog, caller, params }) {
      const isModerator = hasAccess(caller, 'moderate')
      const person = { ...toContributor(caller), isModerator }
      await withdrawComment(catalog, person, parseId(params.id, 'Comment'))
      return noContent()
    },
  }),
]
