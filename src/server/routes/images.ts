import { getVisibility } from '../../core/auth/caller.ts'
import { createFileKey, type OriginalVersion } from '../../core/auth/file-key.ts'
import { decadeCounts, decadeQuery } from '../../core/contract/decades.ts'
import { imageDetail, imageList, imageQuery } from '../../core/contract/image.ts'
import { imageDeletion } from '../../core/contract/image-deletion.ts'
import { MODERATION_MEMBERS } from '../../core/contract/image-update.ts'
import {
  imageReplacementResponse,
  type ImageReplacementResponse,
} from '../../core/contract/import.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { parsePage } from '../../core/model/page.ts'
import { getImage, listImages, type ImageDetailRow } from '../../core/queries/images/images.ts'
import { deleteImage } from '../../core/writes/images/delete-images.ts'
import { editImage } from '../../core/writes/images/edit-image.ts'
import { replaceImage } from '../../core/writes/images/replace-image.ts'
import { reprocessImage } from '../../core/writes/images/reprocess-image.ts'
import { endpoint } from '../http/endpoint.ts'
import { toImageFilter } from '../http/list-filters.ts'
import { presentPage } from '../presenters/pagination.ts'
import { idOf, imageIdOf, parseId } from '../http/parse-id.ts'
import { previewDeletion } from './preview-deletion.ts'
import { presentImageDetail } from '../presenters/image-detail.ts'
import { presentImage, presentImportedImage } from '../presenters/image.ts'
import { json, type Reply } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'
import { imageExportRoute } from './exports.ts'
import { placeSuggestionRoute } from './place-suggestions.ts'

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
  placeSuggestionRoute,
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
      return json(await catalog.lists.ask('decades', toImageFilter(query, getVisibility(caller))))
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
  endpoint('PATCH /api/v2/images/:id/', editImage, {
    summary: 'Update the metadata of an image',
    responses: { 200: imageDetail },
    errorResponses: {
      400: 'A header is invalid.',
      409: 'The image cannot be a duplicate, or would hide one.',
      412: 'The image has changed since the revision in If-Match.',
    },
    moderatorMembers: MODERATION_MEMBERS,
    target: imageIdOf,
    present: replyWithDetail,
  }),
  endpoint('DELETE /api/v2/images/:id/', deleteImage, {
    summary: 'Delete an image with its contributions and its files',
    responses: { 204: { description: 'Deleted.' } },
    errorResponses: { 409: 'Another image is a duplicate of it.' },
    target: idOf('Image'),
  }),
  route({
    method: 'GET',
    path: '/api/v2/images/:id/deletion/',
    summary: 'Preview what the deletion of an image would delete',
    responses: { 200: imageDeletion },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, params }) {
      return json(await previewDeletion(catalog, parseId(params.id, 'Image')))
    },
  }),
  endpoint('POST /api/v2/images/:id/reprocess/', reprocessImage, {
    summary: 'Process the picture of an image again',
    responses: { 204: { description: 'A job is waiting.' } },
    errorResponses: { 404: 'The image has no file.' },
    target: idOf('Image'),
  }),
  endpoint('POST /api/v2/images/:id/replace/', replaceImage, {
    summary: 'Replace the file of an image',
    responses: { 200: imageReplacementResponse },
    errorResponses: {
      400: 'The slot belongs to a different collection than the image.',
      404: 'The slot is unknown, expired or already used, or belongs to another user.',
      409: 'No file has been uploaded yet.',
    },
    errorKey: 'error',
    target: imageIdOf,
    present: (id) => json({ image_id: id } satisfies ImageReplacementResponse),
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
