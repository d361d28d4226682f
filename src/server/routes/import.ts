import { commitImport } from '../../core/actions/commit-import.ts'
import {
  importCancelResponse,
  importCommit,
  importCommitResponse,
  uploadSlot,
  uploadSlotRequest,
  type ImportCancelResponse,
  type ImportCommitResponse,
  type UploadSlot,
} from '../../core/contract/import.ts'
import { findUnknownReferences } from '../../core/queries/import-references.ts'
import { cancelSlots } from '../../core/writes/imports/cancel-slots.ts'
import { requestSlot, type NewSlot } from '../../core/writes/imports/request-slot.ts'
import { endpoint } from '../endpoint.ts'
import { parseIdempotencyKey, markReplay, idempotencyHeaders } from '../idempotency-key.ts'
import { created, json } from '../reply.ts'
import { route } from '../route.ts'
import { checkUnlessRepeated } from '../check-unless-repeated.ts'
import type { Links } from '../links.ts'

export const importRoutes = [
  endpoint('GET /api/v2/import/upload-url/', requestSlot, {
    summary: 'Request an upload slot',
    responses: { 200: uploadSlot },
    errorResponses: { 404: 'The collection does not exist.' },
    errorKey: 'error',
    query: uploadSlotRequest,
    present: presentSlot,
  }),
  route({
    method: 'POST',
    path: '/api/v2/import/commit/',
    summary: 'Commit an upload as a new image',
    responses: { 201: importCommitResponse },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      404: 'The slot is unknown, expired or already used, or belongs to another user.',
      409: 'No file has been uploaded yet, or a request with the same Idempotency-Key is still in progress.',
      422: 'The Idempotency-Key has already been used with a different body.',
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'importer',
    errorKey: 'error',
    body: importCommit,
    checkBody: checkUnlessRepeated(findUnknownReferences),
    async handle({ catalog, caller, body, headers }) {
      const key = parseIdempotencyKey(headers)
      const { result, isReplay } = await commitImport(catalog, caller, { input: body, key })
      return markReplay(created({ image_id: result } satisfies ImportCommitResponse), isReplay)
    },
  }),
  endpoint('POST /api/v2/import/cancel/', cancelSlots, {
    summary: 'Cancel upload slots',
    responses: { 200: importCancelResponse },
    errorKey: 'error',
    present: (ids) => json({ deleted: ids.length } satisfies ImportCancelResponse),
  }),
]

function presentSlot({ slotId, contentType, key, target }: NewSlot, { links }: { links: Links }) {
  return json({
    slot_id: slotId,
    upload_url: 'url' in target ? target.url : links.upload(`/${key}?${target.signedQuery}`),
    upload_headers: { 'Content-Type': contentType },
    cdn_url: links.cdn(`/${key}`),
  } satisfies UploadSlot)
}
