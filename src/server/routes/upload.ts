import { z } from 'zod'
import { receiveUpload } from '../../core/actions/receive-upload.ts'
import { CatalogError, notFound } from '../../core/errors.ts'
import { json, type Reply } from '../reply.ts'
import { route } from '../route.ts'

const signedQuery = z.object({
  expires: z.string().describe('As `upload_url` gives it.'),
  signature: z.string().describe('As `upload_url` gives it.'),
})

/** The place of the object storage that takes uploads. Everything else about a target is in its signature. */
export const uploadRoutes = [
  route({
    method: 'PUT',
    path: '/upload/incoming/:slot',
    summary: 'Takes the bytes of an upload',
    answers: { 200: { description: 'The bytes are safe. The ETag is their SHA-256.' } },
    sends: ['ETag'],
    refusals: {
      400: 'The upload broke off, or carries an access token.',
      403: 'The signature does not fit, or has expired.',
      409: 'The slot is being committed.',
      411: 'The Content-Length is missing.',
      413: 'The file is larger than this service takes.',
    },
    reads: { query: signedQuery },
    body: 'stream',
    async handle({ catalog, headers, stream, target }) {
      if (headers.authorization !== undefined) throw tokenSent()
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

const TARGET = /\/incoming\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\?([^?#]*)$/

/** Taken from the address as it was sent: one that only means the same is not the one that was issued. */
function parseTarget(target: string): { slotId: string; query: string } {
  const [, slotId, query] = TARGET.exec(target) ?? []
  if (slotId === undefined || query === undefined) throw notFound('This is no upload address.')
  return { slotId, query }
}

function tokenSent(): CatalogError {
  return new CatalogError(
    'invalid',
    'An upload carries no access token: its address is signed. Send it without an Authorization header.',
  )
}

/** RFC 9110, section 15.5.12. */
function lengthRequired(): Reply {
  return json({ detail: 'An upload needs a Content-Length header with the size of the file.' }, 411)
}
