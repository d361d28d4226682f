import { formatTimestamp } from '../../core/base/clock.ts'
import { flagPage, flagQuery, type FlagPage, type OpenFlag } from '../../core/contract/flag.ts'
import { isPublicImage } from '../../core/model/visibility.ts'
import { listOpenFlags } from '../../core/queries/people/flags.ts'
import { hideFlaggedImage, reopenFlag, resolveFlag } from '../../core/writes/flags.ts'
import { formatCursor, parseCursor, takePage } from '../http/cursor.ts'
import { endpoint } from '../http/endpoint.ts'
import { nextUrl } from '../presenters/pagination.ts'
import { idOf } from '../http/parse-id.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

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
  endpoint('PUT /api/v2/flags/:id/resolved/', resolveFlag, {
    summary: 'Resolve a report',
    responses: { 204: { description: 'Resolved.' } },
    target: idOf('Report'),
  }),
  endpoint('DELETE /api/v2/flags/:id/resolved/', reopenFlag, {
    summary: 'Open a resolved report again',
    responses: { 204: { description: 'Open.' } },
    errorResponses: { 409: 'Its user has reported the image again for the same reason.' },
    target: idOf('Report'),
  }),
  endpoint('POST /api/v2/flags/:id/hide/', hideFlaggedImage, {
    summary: 'Move a reported image to a collection that is not public, and resolve the report',
    responses: { 204: { description: 'Hidden, and resolved.' } },
    errorResponses: {
      409: 'The image has duplicates, which people would then not find either.',
    },
    target: idOf('Report'),
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
