import { z } from 'zod'
import { seesEverything } from '../../core/auth/caller.ts'
import { verifyFileKey } from '../../core/auth/file-key.ts'
import { notFound } from '../../core/base/errors.ts'
import { findExtension } from '../../core/model/picture-format.ts'
import { isPublicImage } from '../../core/model/visibility.ts'
import { isActiveStaff } from '../../core/queries/people/users.ts'
import { findOriginal, type OriginalRow } from '../../core/queries/images/images.ts'
import { findPendingSlot } from '../../core/queries/imports/pending-slot.ts'
import {
  derivativeKey,
  incomingKey,
  isDerivative,
  isSlotId,
  isVersion,
  originalKey,
} from '../../core/storage/keys.ts'
import { fileResponses } from '../media/file-responses.ts'
import { GONE_RESPONSE, requireOpenAddress } from '../media/require-open-address.ts'
import { storedFile } from '../media/stored-file.ts'
import { parseId } from '../http/parse-id.ts'
import { route, type RouteRequest } from '../http/route.ts'

const ONE_YEAR = 'max-age=31536000, immutable'
const FIVE_MINUTES = 'max-age=300'
const FILE = 'File'
const FILE_NOT_FOUND = `${FILE} not found.`

const originalQuery = z.object({
  v: z
    .string()
    .optional()
    .describe(
      'Version of the file. Caches may store a response to the current version for a year.',
    ),
  key: z.string().optional().describe('Key that gives access to the file of a non-public image.'),
})

/** Image files, at the URLs in `permalink`, `thumbnail` and `cdn_url`. */
export const mediaRoutes = [
  route({
    method: 'GET',
    path: '/media/images/:id/original.:extension',
    summary: 'Download the original file of an image',
    responses: fileResponses('image/*'),
    handlerInput: { query: originalQuery },
    async handle(request) {
      const { catalog, params } = request
      const image = await findOriginal(catalog.reads, parseId(params.id, FILE))
      const extension = image && findExtension(image.type)
      if (!image || extension === undefined || extension !== params.extension) throw fileNotFound()
      if (!isPublicImage(image) && !(await canRead(request, image))) throw fileNotFound()
      return storedFile(catalog.storage, originalKey(image.id, image.version, extension), {
        'Content-Type': image.type,
        'Cache-Control': originalCacheControl(request, image),
        ETag: `"${image.sha256 ?? image.version}"`,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/media/derivatives/:id/:generation/:name.jpg',
    summary: 'Download a derivative of an image',
    responses: fileResponses('image/jpeg'),
    errorResponses: GONE_RESPONSE,
    async handle({ catalog, params: { id, generation = '', name = '' } }) {
      if (!isVersion(generation) || !isDerivative(name)) throw fileNotFound()
      const imageId = parseId(id, FILE)
      await requireOpenAddress(catalog.reads, { imageId, generation }, FILE_NOT_FOUND)
      return storedFile(catalog.storage, derivativeKey(imageId, generation, name), {
        'Content-Type': 'image/jpeg',
        'Cache-Control': `public, ${ONE_YEAR}`,
        ETag: `"${generation}-${name}"`,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/media/incoming/:slot',
    summary: 'Download an upload that has not been committed',
    responses: fileResponses('image/*'),
    async handle({ catalog, params: { slot: id = '' } }) {
      if (!isSlotId(id)) throw fileNotFound()
      const slot = await findPendingSlot(catalog.reads, id, catalog.clock.now())
      if (!slot) throw fileNotFound()
      return storedFile(catalog.storage, incomingKey(slot.id), {
        'Content-Type': slot.content_type,
        'Cache-Control': 'no-store',
      })
    },
  }),
]

function fileNotFound() {
  return notFound(FILE_NOT_FOUND)
}

/** Accepts the token of a caller who sees everything, or the key in the permalink of a user who is still staff. */
async function canRead(
  { caller, query, catalog }: RouteRequest,
  image: OriginalRow,
): Promise<boolean> {
  if (seesEverything(caller)) return true
  const { key = '' } = query as { key?: string }
  const original = { imageId: image.id, version: image.version, now: catalog.clock.now() }
  const owner = verifyFileKey(key, catalog.signingKeys.valid(), original)
  return owner !== undefined && (await isActiveStaff(catalog.reads, owner))
}

/** A URL with the current version never leads to another file, so caches may store its response for a year. */
function originalCacheControl({ query }: RouteRequest, image: OriginalRow): string {
  const { v } = query as { v?: string }
  return `${isPublicImage(image) ? 'public' : 'private'}, ${v === image.version ? ONE_YEAR : FIVE_MINUTES}`
}
