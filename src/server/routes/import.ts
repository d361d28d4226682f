import { cancelImport } from '../../core/actions/cancel-import.ts'
import { commitImport } from '../../core/actions/commit-import.ts'
import { requestSlot } from '../../core/actions/request-slot.ts'
import {
  importCancel,
  importCancelled,
  importCommit,
  importCommitted,
  uploadSlot,
  uploadSlotRequest,
  type ImportCancelled,
  type ImportCommitted,
  type UploadSlot,
} from '../../core/contract/import.ts'
import { SLOTS_PER_MINUTE } from '../../core/limits.ts'
import { idempotencyKey, markReplay, repeatable } from '../idempotency-key.ts'
import { created, json } from '../reply.ts'
import { route } from '../route.ts'
import { unknownReferences } from '../unknown-references.ts'

export const importRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/import/upload-url/',
    summary: 'Opens a slot for the upload of one file',
    answers: { 200: uploadSlot },
    refusals: { 404: 'There is no such collection.' },
    access: 'importer',
    perMinuteAndUser: SLOTS_PER_MINUTE,
    errorKey: 'error',
    query: uploadSlotRequest,
    async handle({ catalog, links, caller, query }) {
      const slot = await requestSlot(catalog, caller, query)
      return json({
        slot_id: slot.slotId,
        upload_url: links.upload(`/${slot.key}?${slot.signedQuery}`),
        upload_headers: { 'Content-Type': slot.contentType },
        cdn_url: links.cdn(`/${slot.key}`),
      } satisfies UploadSlot)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/import/commit/',
    summary: 'Makes an image of an upload',
    answers: { 201: importCommitted },
    sends: ['Idempotency-Replayed'],
    refusals: {
      404: 'The slot is unknown, expired, used or somebody else’s.',
      409: 'Nothing has been uploaded yet, or the same Idempotency-Key is at work.',
      422: 'The Idempotency-Key came with another body before.',
    },
    reads: { headers: repeatable },
    access: 'importer',
    errorKey: 'error',
    body: importCommit,
    checkBody: unknownReferences,
    async handle({ catalog, caller, body, headers }) {
      const key = idempotencyKey(headers)
      const { answer, isReplay } = await commitImport(catalog, caller, { input: body, key })
      return markReplay(created({ image_id: answer } satisfies ImportCommitted), isReplay)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/import/cancel/',
    summary: 'Gives slots back',
    answers: { 200: importCancelled },
    access: 'importer',
    errorKey: 'error',
    body: importCancel,
    async handle({ catalog, caller, body }) {
      const deleted = await cancelImport(catalog, caller, body)
      return json({ deleted } satisfies ImportCancelled)
    },
  }),
]
