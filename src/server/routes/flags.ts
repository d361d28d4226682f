import { reopenFlag, resolveFlag } from '../../core/actions/resolve-flag.ts'
import { formatTimestamp } from '../../core/clock.ts'
import {
  flagPage,
  flagQuery,
  hiddenPlace,
  type FlagPage,
  type OpenFlag,
} from '../../core/contract/flag.ts'
import { hideFlaggedImage } from '../../core/contributions/hide-flagged-image.ts'
import { moderate, moderateOnce } from '../../core/contributions/moderate.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { isPublicImage } from '../../core/model/visibility.ts'
import { listOpenFlags } from '../../core/queries/flags.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { formatCursor, parseCursor, takePage } from '../cursor.ts'
import { nextUrl } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CONTRIBUTION_ERRORS } from './contribution-errors.ts'

/** Reports of images, and what moderators do about them. */
export const flagRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/flags/',
    summary: 'List the reports that staff have not resolved',
    responses: { 200: flagPage },
    access: 'moderator',
    query: flagQuery,
    async handle({ catalog, query, links, target }) {
      const { limit } = query
      const after = parseCursor('after', query.after)
      const read = await listOpenFlags(catalog.reads, { after, limit: limit + 1 })
      const { rows, next } = takePage(read, limit, formatCursor)
      return json({
        next: nextUrl({ links, target }, ['after', next]),
        results: rows.map(presentOpenFlag),
      } satisfies FlagPage)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/flags/:id/resolved/',
    summary: 'Resolve a report',
    responses: { 204: { description: 'Resolved.' } },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params }) {
      const id = parseId(params.id, 'Report')
      await moderate(catalog, caller, (tx, context) => resolveFlag(tx, { id }, context))
      return noContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/flags/:id/resolved/',
    summary: 'Open a resolved report again',
    responses: { 204: { description: 'Open.' } },
    errorResponses: { 409: 'Its user has reported the image again for the same reason.' },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params }) {
      const id = parseId(params.id, 'Report')
      await moderate(catalog, caller, (tx, context) => reopenFlag(tx, { id }, context))
      return noContent()
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/flags/:id/hide/',
    summary: 'Move a reported image to a collection that is not public, and resolve the report',
    responses: { 204: { description: 'Hidden, and resolved.' } },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      409: 'The image has duplicates, which people would then not find either. Or a request with the same Idempotency-Key is still in progress.',
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: hiddenPlace,
    async handle({ catalog, caller, params, body, headers }) {
      const move = { flagId: parseId(params.id, 'Report'), collectionId: body.collection }
      const request = { key: parseIdempotencyKey(headers), content: ['hide', move] }
      const { isReplay } = await moderateOnce(catalog, caller, request, async (tx, context) => {
        await hideFlaggedImage(tx, move, context)
        return null
      })
      return markReplay(noContent(), isReplay)
    },
  }),
]

type FlagRow = Awaited<ReturnType<typeof listOpenFlags>>[number]

function presentOpenFlag(flag: FlagRow): OpenFlag {
  const { id, image_id, reason, text, at, user_id, username } = flag
  return {
    id,
    image_id,
    reason,
    text: text ?? '',
    flagged_at: formatTimestamp(at),
    user: { id: user_id, username },
    image_public: isPublicImage(flag),
  }
}
