import { auditPage, auditQuery, type AuditPage } from '../../core/contract/audit.ts'
import { revertAsModerator } from '../../core/contributions/revert/revert-change.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { listHistory } from '../../core/queries/history.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { takePage } from '../cursor.ts'
import { nextUrl } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { presentAuditEntry } from '../presenters/audit.ts'
import { json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CONTRIBUTION_ERRORS } from './contribution-errors.ts'

/** What staff changed, and reverting it. */
export const auditRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/audit/',
    summary: 'List changes by staff',
    responses: { 200: auditPage },
    access: 'moderator',
    query: auditQuery,
    async handle({ catalog, query, links, target }) {
      const { image: imageId, user: userId, before: beforeId, limit } = query
      const read = await listHistory(catalog.reads, { imageId, userId, beforeId }, limit + 1)
      const { rows, next } = takePage(read, limit, ({ id }) => String(id))
      return json({
        next: nextUrl({ links, target }, ['before', next]),
        results: rows.map(presentAuditEntry),
      } satisfies AuditPage)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/audit/:id/revert/',
    summary: 'Revert a change',
    responses: { 204: { description: 'The values before are written again.' } },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      409: 'The change cannot be reverted (code `not_revertible`), the object was changed since (code `changed_since`), its previous values are not valid any more, or a request with the same Idempotency-Key is still in progress.',
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params, headers }) {
      const entryId = parseId(params.id, 'Entry')
      const key = parseIdempotencyKey(headers)
      const { isReplay } = await revertAsModerator(catalog, caller, { entryId, key })
      return markReplay(noContent(), isReplay)
    },
  }),
]
