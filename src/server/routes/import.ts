import {
  importCancelResponse,
  importCommitResponse,
  uploadSlot,
  uploadSlotRequest,
  type ImportCancelResponse,
  type ImportCommitResponse,
  type UploadSlot,
} from '../../core/contract/import.ts'
import { cancelSlots } from '../../core/writes/imports/cancel-slots.ts'
import { commitImport } from '../../core/writes/imports/commit-import.ts'
import { requestSlot, type NewSlot } from '../../core/writes/imports/request-slot.ts'
import { endpoint } from '../http/endpoint.ts'
import { created, json } from '../http/reply.ts'
import type { Links } from '../http/links.ts'

export const importRoutes = [
  endpoint('GET /api/v2/import/upload-url/', requestSlot, {
    summary: 'Request an upload slot',
    responses: { 200: uploadSlot },
    errorResponses: { 404: 'The collection does not exist.' },
    errorKey: 'error',
    query: uploadSlotRequest,
    present: presentSlot,
  }),
  endpoint('POST /api/v2/import/commit/', commitImport, {
    summary: 'Commit an upload as a new image',
    responses: { 201: importCommitResponse },
    errorResponses: {
      404: 'The slot is unknown, expired or already used, or belongs to another user.',
      409: 'No file has been uploaded yet, or the import of the `Batch-Id` was undone (code `import_undone`).',
    },
    errorKey: 'error',
    present: (id) => created({ image_id: id } satisfies ImportCommitResponse),
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
