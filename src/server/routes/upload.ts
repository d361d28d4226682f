import { z } from 'zod'
import { receiveUpload } from '../../core/writes/imports/receive-upload.ts'
import { CatalogError, notFound } from '../../core/base/errors.ts'
import { json, type Reply } from '../http/reply.ts'
import { route } from '../http/route.ts'

const signedQuery = z.object({
  expires: z.string().describe('Expiry time, as in `upload_url`.'),
  signature: z.string().describe('Signature, as in `upload_url`.'),
})

/** Receives uploads, like a presigned URL of an object storage. */
export const uploadRoutes = [
  route({
    method: 'PUT',
    path: '/upload/incoming/:slot',
    summary: 'Upload a file',
    responses: {
      200: { description: 'The file has been stored. The ETag is its SHA-256 digest.' },
    },
    responseHeaders: ['ETag'],
    errorResponses: {
      400: 'The upload was interrupted, or the request has an Authorization header.',
      403: 'The signature is invalid or has expired.',
      409: 'The slot is being committed.',
      411: 'The Content-Length header is missing.',
      413: 'The file is larger than this service accepts.',
    },
    handlerInput: { query: signedQuery },
    body: 'stream',
    async handle({ catalog, headers, stream, target }) {
      if (headers.authorization !== undefined) throw unexpectedToken()
      const size = headers['content-length']
      if (size === undefined) return lengthRequired()
      const { slotId, query } = parseTarget(target)
      const contentType = headers['content-type'] ?? ''
      const upload = { slotId, query, contentType, size: Number(size), stream }
      const sha256 = await receiveUpload(catalog, upload)
      return { status: 200, body: null, headers: { ETag: `"${sha256}"` } }
    },
  }),
]

const UPLOAD_TARGET = /\/incoming\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\?([^?#]*)$/

/** Parses the raw request target, since the signature covers its exact bytes. */
function parseTarget(target: string): { slotId: string; query: string } {
  const [, slotId, query] = UPLOAD_TARGET.exec(target) ?? []
  if (slotId === undefined || query === undefined) throw notFound('This is not an upload URL.')
  return { slotId, query }
}

function unexpectedToken(): CatalogError {
  return new CatalogError(
    'invalid',
    'Upload URLs are signed. Send the request without an Authorization header.',
  )
}

/** RFC 9110, section 15.5.12. */
function lengthRequired(): Reply {
  return json(
    { detail: 'The Content-Length header is required: the size of the file in bytes.' },
    411,
  )
}
