import { z } from 'zod'
import { invalid } from '../../../../core/base/errors.ts'
import { getEditableImage } from '../../../../core/queries/images/editable-image.ts'
import { countImageParts } from '../../../../core/queries/images/image-deletion.ts'
import { listLicenses } from '../../../../core/queries/sources/licenses.ts'
import { deleteImage } from '../../../../core/writes/images/delete-images.ts'
import { editImage } from '../../../../core/writes/images/edit-image.ts'
import { thumbnailUrl } from '../../../presenters/image-urls.ts'
import type { Links } from '../../../http/links.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import { createDeleteImagePage } from '../../../pages/staff/delete-image.ts'
import { createImageFormPage, imageFormPath } from '../../../pages/staff/image-form.ts'
import { IMAGE_FIELDS, toImageValues } from '../../../pages/staff/image-values.ts'
import {
  CHANGED,
  loadedField,
  pickChanged,
  readSeen,
  toRecordDraft,
} from '../../../pages/staff/seen-values.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { imageIdOf, parseFieldId, parseId } from '../../../http/parse-id.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { runForm, useCaseForm } from '../use-case-form.ts'
import { MAX_RECORD_FORM_BYTES } from './record-form.ts'

type ImageRequest = Pick<RouteRequest, 'catalog' | 'links' | 'params'>

/** The pages that change the record of an image, and delete it. */
export const staffImageRoutes: readonly Route[] = [
  privatePageRoute({
    path: '/staff/images/:id/',
    summary: 'Show everything that staff can change of an image',
    access: 'staff',
    query: z.object({ done: z.string().optional() }),
    show: (visit, request) => showImage(visit, request, undefined, request.query.done === 'saved'),
  }),
  useCaseForm(editImage, {
    path: '/staff/images/:id/',
    summary: 'Change an image',
    errorResponses: {
      409: `The image cannot be a duplicate. ${CHANGED}`,
    },
    maxBodyBytes: MAX_RECORD_FORM_BYTES,
    fields: z.object({
      ...loadedField.shape,
      ...Object.fromEntries(IMAGE_FIELDS.map((name) => [name, z.string().optional()])),
    }),
    toInput: (fields) => pickChanged(readSeen(IMAGE_FIELDS, fields)),
    target: (request, fields) => ({
      ...imageIdOf(request),
      seen: { ...readSeen(IMAGE_FIELDS, fields), toValues: toImageValues },
    }),
    next: ({ imageId }) => `${imageFormPath(imageId)}?done=saved`,
    showAgain: (visit, draft, request) => showImage(visit, request, draft),
  }),
  privatePageRoute({
    path: '/staff/images/:id/delete/',
    summary: 'Ask whether to delete an image',
    access: 'staff',
    show: (visit, request) => showDeletion(visit, request, emptyDraft()),
  }),
  formRoute({
    path: '/staff/images/:id/delete/',
    summary: 'Delete an image',
    useCases: [deleteImage],
    access: 'staff',
    errorResponses: { 409: 'Another image is a duplicate of it.' },
    fields: z.object({ number: z.string().describe('The id, as a confirmation.') }),
    async submit(submission) {
      const { links, params } = submission.request
      const id = parseId(params.id, 'Image')
      const typed = parseFieldId(submission.fields.number.trim())
      if (typed !== id) throw invalid('number', ['other_number'])
      await runForm(submission, deleteImage, { id })
      return { redirectTo: links.base('/staff/?done=deleted') }
    },
    showAgain: (visit, draft, request) => showDeletion(visit, request, draft),
  }),
]

async function showImage(
  visit: SignedInVisit,
  { catalog: { reads }, links, params }: ImageRequest,
  entered?: Draft,
  isDone = false,
) {
  const id = parseId(params.id, 'Image')
  const [image, licenses] = await Promise.all([getEditableImage(reads, id), listLicenses(reads)])
  return createImageFormPage(visit, {
    id,
    title: image.title,
    isPublic: image.collection_public === 1 && image.source_public === 1,
    thumbnail: thumbnailUrl(links, image),
    collection: image.collection_name,
    source: image.source_name,
    licenses,
    date: image.edtf_date,
    draft: toRecordDraft(IMAGE_FIELDS, entered, toImageValues(image)),
    isDone,
  })
}

async function showDeletion(
  visit: SignedInVisit,
  { catalog: { reads }, links, params }: ImageRequest & { links: Links },
  draft: Draft,
) {
  const id = parseId(params.id, 'Image')
  const [image, count] = await Promise.all([
    getEditableImage(reads, id),
    countImageParts(reads, [id]),
  ])
  return createDeleteImagePage(visit, {
    id,
    title: image.title,
    thumbnail: thumbnailUrl(links, image),
    parts: {
      georeferences: count('georeference', id) + count('from_above_georeference', id),
      validations: count('validation', id),
      comments: count('comment', id),
      subjects: count('image_subject', id),
    },
    draft,
  })
}
