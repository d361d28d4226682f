import { formatTimestamp } from '../../core/base/clock.ts'
import {
  contributionsPreview,
  peoplePage,
  peopleQuery,
  person,
  revertedContributions,
  revertQuery,
  sinceQuery,
  suspension,
  type PeoplePage,
  type Person,
  type Suspension,
} from '../../core/contract/moderation.ts'
import type { Row } from '../../core/database/tables.ts'
import { notFound } from '../../core/base/errors.ts'
import { MAX_NAME_SEARCH, MODERATIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { nameCounts } from '../../core/queries/people/contributions-since.ts'
import { getPerson, listPeople } from '../../core/queries/people/people.ts'
import { findSuspension } from '../../core/queries/people/suspensions.ts'
import { hideComment, unhideComment } from '../../core/writes/comments/hide-comment.ts'
import { revertPerson } from '../../core/writes/revert/revert-contributions.ts'
import { reinstateUser, suspendUser } from '../../core/writes/users/suspend-user.ts'
import { formatCursor, parseCursor, takePage } from '../http/cursor.ts'
import { endpoint } from '../http/endpoint.ts'
import { nextUrl } from '../presenters/pagination.ts'
import { idOf, parseId } from '../http/parse-id.ts'
import { previewContributions } from './preview-contributions.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

/** Routes for decisions of moderators about users and comments. Repeated requests change nothing more. */
export const moderationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/people/',
    summary: 'List users, also those who contributed nothing',
    responses: { 200: peoplePage },
    access: 'moderator',
    query: peopleQuery,
    async handle({ catalog, query, links, target }) {
      const { name = '', suspended = false, limit: size } = query
      const after = parseCursor('after', query.after)
      const read = await listPeople(catalog.reads, {
        name: name.slice(0, MAX_NAME_SEARCH),
        isSuspendedOnly: suspended,
        after,
        size,
      })
      const { rows, next } = takePage(read, size, formatCursor)
      return json({
        next: nextUrl({ links, target }, ['after', next]),
        results: rows.map(presentPerson),
      } satisfies PeoplePage)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/people/:id/',
    summary: 'Get a user, also one who contributed nothing',
    responses: { 200: person },
    access: 'moderator',
    async handle({ catalog, params }) {
      return json(presentPerson(await getPerson(catalog.reads, parseId(params.id, 'User'))))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id/suspension/',
    summary: 'Get the suspension of a user',
    responses: { 200: suspension },
    errorResponses: { 404: 'The user is not suspended.' },
    access: 'moderator',
    async handle({ catalog, params }) {
      const found = await findSuspension(catalog.reads, parseId(params.id, 'User'))
      if (!found) throw notFound('The user is not suspended.')
      return json(presentSuspension(found))
    },
  }),
  endpoint('PUT /api/v2/users/:id/suspension/', suspendUser, {
    summary: 'Suspend a user, or change the reason',
    responses: { 200: suspension },
    errorResponses: { 403: 'The user is staff, or the caller.' },
    target: idOf('User'),
    present: (suspended) => json(presentSuspension(suspended)),
  }),
  endpoint('DELETE /api/v2/users/:id/suspension/', reinstateUser, {
    summary: 'Reinstate a user',
    responses: { 204: { description: 'The user is not suspended.' } },
    target: idOf('User'),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id/contributions/',
    summary: 'Preview which contributions of a user would be reverted',
    responses: { 200: contributionsPreview },
    errorResponses: { 400: 'The time is missing or invalid.' },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    query: sinceQuery,
    async handle({ catalog, params, query }) {
      const { id: userId } = await getPerson(catalog.reads, parseId(params.id, 'User'))
      return json(await previewContributions(catalog.reads, { userId, ...query }))
    },
  }),
  endpoint('DELETE /api/v2/users/:id/contributions/', revertPerson, {
    summary: 'Revert contributions of a user',
    responses: { 200: revertedContributions },
    errorResponses: { 400: 'The time is missing or invalid.' },
    query: revertQuery,
    target: idOf('User'),
    present: ({ counts, batch, isComplete }) =>
      json({ ...nameCounts(counts), batch, complete: isComplete }),
  }),
  endpoint('PUT /api/v2/comments/:id/hidden/', hideComment, {
    summary: 'Hide a comment',
    responses: { 204: { description: 'Hidden.' } },
    target: idOf('Comment'),
  }),
  endpoint('DELETE /api/v2/comments/:id/hidden/', unhideComment, {
    summary: 'Show a hidden comment again',
    responses: { 204: { description: 'Shown.' } },
    target: idOf('Comment'),
  }),
]

function presentSuspension(row: Row<'suspension'>): Suspension {
  const { user_id, suspended_by, suspended_at, reason } = row
  return {
    user_id,
    suspended_by,
    suspended_at: formatTimestamp(suspended_at),
    reason: reason ?? '',
  }
}

type PersonRow = Omit<Awaited<ReturnType<typeof listPeople>>[number], 'at'>

function presentPerson(row: PersonRow): Person {
  const { id, username, is_staff, suspended_at, points, areas } = row
  return {
    id,
    username,
    is_staff: is_staff === 1,
    suspended_at: suspended_at === null ? null : formatTimestamp(suspended_at),
    georeferences: points + areas,
  }
}
