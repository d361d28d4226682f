import {
  auditPage,
  auditQuery,
  revertBatchQuery,
  revertedBatch,
  type AuditPage,
  type RevertedBatch,
} from '../../core/contract/audit.ts'
import { listHistory } from '../../core/queries/audit/history.ts'
import { revertBatch } from '../../core/writes/revert/revert-batch.ts'
import { revertEntry } from '../../core/writes/revert/revert-change.ts'
import { takePage } from '../http/cursor.ts'
import { endpoint } from '../http/endpoint.ts'
import { nextUrl } from '../presenters/pagination.ts'
import { idOf } from '../http/parse-id.ts'
import { presentAuditEntry } from '../presenters/audit.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

/** Routes that list and revert changes by staff. */
export const auditRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/audit/',
    summary: 'List changes by staff',
    responses: { 200: auditPage },
    access: 'moderator',
    query: auditQuery,
    async handle({ catalog, query, links, target }) {
      const { image: imageId, user: userId, before: beforeId, limit, ...others } = query
      const read = await listHistory(
        catalog.reads,
        { ...others, imageId, userId, beforeId },
        limit + 1,
      )
      const { rows, next } = takePage(read, limit, ({ id }) => String(id))
      return json({
        next: nextUrl({ links, target }, ['before', next]),
        results: rows.map(presentAuditEntry),
      } satisfies AuditPage)
    },
  }),
  endpoint('POST /api/v2/audit/:id/revert/', revertEntry, {
    summary: 'Revert a change',
    responses: { 204: { description: 'The values before are written again.' } },
    errorResponses: {
      409: 'The change cannot be reverted (code `not_revertible`), the object was changed since (code `changed_since`), or its previous values are not valid any more.',
    },
    target: idOf('Entry'),
  }),
  endpoint('POST /api/v2/audit/batches/:batch/revert/', revertBatch, {
    summary: 'Revert a batch of changes',
    responses: { 200: revertedBatch },
    errorResponses: { 404: 'The audit log has no such batch, or no more changes of it.' },
    query: revertBatchQuery,
    target: ({ params }) => ({ batch: (params.batch ?? '').toLowerCase() }),
    present: ({ before, ...reverted }) =>
      json({ ...reverted, next_before: before } satisfies RevertedBatch),
  }),
]
