import { replaceImage } from '../../core/actions/replace-image.ts'
import { sightOf } from '../../core/auth/caller.ts'
import { imageDetail, imageList, imageQuery, type ImageQuery } from '../../core/contract/image.ts'
import { imageReplaced, imageReplacement, type ImageReplaced } from '../../core/contract/import.ts'
import type { ImageFilter } from '../../core/engine/sqlite/lists/images.ts'
import { parsePage } from '../../core/model/page.ts'
import type { Sight } from '../../core/model/visibility.ts'
import { getImage, listImages } from '../../core/queries/images.ts'
import { idempotencyKey, markReplay, repeatable } from '../idempotency-key.ts'
import { paginated } from '../pagination.ts'
import { idParameter } from '../parameters.ts'
import { presentImageDetail } from '../presenters/image-detail.ts'
import { presentImage, presentImportedImage } from '../presenters/image.ts'
import { json } from '../reply.ts'
import { route } from '../route.ts'

export const imageRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/images/',
    kept: true,
    summary: 'Lists images',
    answers: { 200: imageList },
    query: imageQuery,
    importerParameters: ['reference_id', 'sha256', 'id', 'processing'],
    async handle({ catalog, caller, query, links, target }) {
      const page = parsePage(query)
      const filter = imageFilter(query, sightOf(caller))
      const images = await listImages(catalog, filter, query.ordering, page)
      const present = sightOf(caller) === 'everything' ? presentImportedImage : presentImage
      return json(paginated(images, { page, links, target }, present))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/images/:id/',
    kept: true,
    summary: 'Tells everything about one image',
    answers: { 200: imageDetail },
    async handle({ catalog, caller, params, links }) {
      const sight = sightOf(caller)
      const image = await getImage(catalog.reads, idParameter(params.id, 'Image'), sight)
      return json(presentImageDetail(image, { links, signingKey: catalog.signingKey, sight }))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/images/:id/replace/',
    summary: 'Gives an image another file',
    answers: { 200: imageReplaced },
    sends: ['Idempotency-Replayed'],
    refusals: {
      400: 'The slot belongs to another collection than the image.',
      404: 'The slot is unknown, expired, used or somebody else’s.',
      409: 'Nothing has been uploaded yet, or the same Idempotency-Key is at work.',
      422: 'The Idempotency-Key came with another body before.',
    },
    reads: { headers: repeatable },
    access: 'importer',
    errorKey: 'error',
    body: imageReplacement,
    async handle({ catalog, caller, params, body, headers }) {
      const imageId = idParameter(params.id, 'Image', { code: 'image_not_found' })
      const replacement = { imageId, input: body, key: idempotencyKey(headers) }
      const { answer, isReplay } = await replaceImage(catalog, caller, replacement)
      return markReplay(json({ image_id: answer } satisfies ImageReplaced), isReplay)
    },
  }),
]

function imageFilter(query: ImageQuery, sight: Sight): ImageFilter {
  return {
    sight,
    sources: query.source,
    collections: query.collection,
    subjects: query.subject,
    creator: query.creator,
    yearMin: query.year_min,
    yearMax: query.year_max,
    georeferenced: query.georeferenced,
    fromAbove: query.from_above,
    referenceIds: query.reference_id,
    sha256s: query.sha256?.map((digest) => digest.toLowerCase()),
    ids: query.id,
    processing: query.processing,
  }
}
