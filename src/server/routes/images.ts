import { replaceImage } from '../../core/actions/replace-image.ts'
import { getVisibility } from '../../core/auth/caller.ts'
import { createFileKey, type OriginalVersion } from '../../core/auth/file-key.ts'
import { decadeCounts, decadeQuery } from '../../core/contract/decades.ts'
import { imageDetail, imageList, imageQuery } from '../../core/contract/image.ts'
import { imageCorrection, MODERATION_MEMBERS } from '../../core/contract/image-update.ts'
import { correctImage } from '../../core/contributions/correct-image.ts'
import { deleteImage, reprocessPicture } from '../../core/contributions/image-work.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { findUnknownReferences } from '../../core/queries/import-references.ts'
import {
  imageReplacementResponse,
  imageReplacement,
  type ImageReplacementResponse,
} from '../../core/contract/import.ts'
import { parsePage } from '../../core/model/page.ts'
import { getImage, listImages, type ImageDetailRow } from '../../core/queries/images.ts'
import { parseIfMatch, ifMatchHeaders } from '../if-match.ts'
import { parseIdempotencyKey, markReplay, idempotencyHeaders } from '../idempotency-key.ts'
import { toImageFilter } from '../list-filters.ts'
import { presentPage } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { presentImageDetail } from '../presenters/image-detail.ts'
import { presentImage, presentImportedImage } from '../presenters/image.ts'
import { json, noContent, type Reply } from '../reply.ts'
import { route, type RouteRequest } from '../route.ts'
import { checkUnlessRepeated } from '../check-unless-repeated.ts'
import { CONTRIBUTION_ERRORS } from './contribution-errors.ts'
import { imageExportRoute } from './exports.ts'

const STAFF_PARAMETERS = ['reference_id', 'sha256', 'id', 'processing']

export const imageRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/images/',
    cacheable: true,
    mayLag: true,
    summary: 'List images',
    responses: { 200: imageList },
    query: imageQuery,
    staffParameters: STAFF_PARAMETERS,
    async handle({ catalog, caller, query, links, target }) {
      const page = parsePage(query)
      const filter = toImageFilter(query, getVisibility(caller))
      const images = await listImages(catalog, filter, query.ordering, page)
      const present = getVisibility(caller) === 'everything' ? presentImportedImage : presentImage
      return json(presentPage(images, { page, links, target }, present))
    },
  }),
  imageExportRoute,
  route({
    method: 'GET',
    path: '/api/v2/images/years/',
    cacheable: true,
    mayLag: true,
    summary: 'Count images by decade',
    responses: { 200: decadeCounts },
    query: decadeQuery,
    staffParameters: STAFF_PARAMETERS,
    async handle({ catalog, caller, query }) {
      return json(await catalog.lists.countDecades(toImageFilter(query, getVisibility(caller))))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/images/:id/',
    cacheable: true,
    mayLag: true,
    summary: 'Get an image',
    responses: { 200: imageDetail },
    async handle({ catalog, caller, params, links }) {
      const id = parseId(params.id, 'Image')
      const image = await getImage(catalog.reads, id, getVisibility(caller))
      return replyWithDetail(image, { catalog, caller, links })
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/images/:id/',
    summary: 'Update the metadata of an image',
    responses: { 200: imageDetail },
    responseHeaders: ['ETag', 'Idempotency-Replayed'],
    errorResponses: {
      400: 'A header is invalid.',
      409: 'The image cannot be a duplicate, or would hide one. Or a request with the same Idempotency-Key is still in progress.',
      412: 'The image has changed since the revision in If-Match.',
      422: 'The Idempotency-Key has already been used with a different body.',
    },
    handlerInput: { headers: idempotencyHeaders.extend(ifMatchHeaders.shape) },
    access: ['importer', 'moderator'],
    body: imageCorrection,
    moderatorMembers: MODERATION_MEMBERS,
    checkBody: checkUnlessRepeated(findUnknownReferences),
    async handle({ catalog, caller, params, body, headers, links }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const revisions = parseIfMatch(headers)
      const correction = { imageId, input: body, revisions, key: parseIdempotencyKey(headers) }
      const { result, isReplay } = await correctImage(catalog, caller, correction)
      return markReplay(replyWithDetail(result, { catalog, caller, links }), isReplay)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/images/:id/',
    summary: 'Delete an image with its contributions and its files',
    responses: { 204: { description: 'Deleted.' } },
    errorResponses: { 409: 'Another image is a duplicate of it.' },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params }) {
      await deleteImage(catalog, caller, parseId(params.id, 'Image'))
      return noContent()
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/images/:id/reprocess/',
    summary: 'Process the picture of an image again',
    responses: { 204: { description: 'A job is waiting.' } },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: { ...CONTRIBUTION_ERRORS, 404: 'The image has no file.' },
    handlerInput: { headers: idempotencyHeaders },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params, headers }) {
      const request = { imageId: parseId(params.id, 'Image'), key: parseIdempotencyKey(headers) }
      const { isReplay } = await reprocessPicture(catalog, caller, request)
      return markReplay(noContent(), isReplay)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/images/:id/replace/',
    summary: 'Replace the file of an image',
    responses: { 200: imageReplacementResponse },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      400: 'The slot belongs to a different collection than the image.',
      404: 'The slot is unknown, expired or already used, or belongs to another user.',
      409: 'No file has been uploaded yet, or a request with the same Idempotency-Key is still in progress.',
      422: 'The Idempotency-Key has already been used with a different body.',
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'importer',
    errorKey: 'error',
    body: imageReplacement,
    async handle({ catalog, caller, params, body, headers }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const replacement = { imageId, input: body, key: parseIdempotencyKey(headers) }
      const { result, isReplay } = await replaceImage(catalog, caller, replacement)
      return markReplay(json({ image_id: result } satisfies ImageReplacementResponse), isReplay)
    },
  }),
]

function replyWithDetail(
  image: ImageDetailRow,
  { catalog, caller, links }: Pick<RouteRequest, 'catalog' | 'caller' | 'links'>,
): Reply {
  // Public files need no key, and anonymous callers see public images only.
  const holder = { userId: caller?.userId ?? 0, now: catalog.clock.now() }
  const sign = (original: OriginalVersion) =>
    createFileKey(catalog.signingKeys.current(), original, holder)
  const context = { links, sign, visibility: getVisibility(caller) }
  return { ...json(presentImageDetail(image, context)), revision: image.revision }
}
