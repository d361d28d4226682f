import { z } from 'zod'
import { deleteImages } from '../../../../core/actions/delete-images.ts'
import type { Catalog } from '../../../../core/catalog.ts'
import { imageCorrection } from '../../../../core/contract/image-update.ts'
import { parseFields } from '../../../../core/contract/parse-fields.ts'
import { correctImage, type Correction } from '../../../../core/contributions/correct-image.ts'
import { moderate } from '../../../../core/contributions/moderate.ts'
import { CatalogError, invalid } from '../../../../core/errors.ts'
import { getEditableImage } from '../../../../core/queries/editable-image.ts'
import { countImageParts } from '../../../../core/queries/host-images.ts'
import { findUnknownReferences } from '../../../../core/queries/import-references.ts'
import { listLicenses } from '../../../../core/queries/licenses.ts'
import { thumbnailUrl } from '../../../image-urls.ts'
import type { Links } from '../../../links.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import { createDeleteImagePage } from '../../../pages/staff/delete-image.ts'
import {
  createImageFormPage,
  imageFormPath,
  type ImageFormContent,
} from '../../../pages/staff/image-form.ts'
import {
  IMAGE_FIELDS,
  parseLoaded,
  toImageValues,
  type ImageField,
  type ImageValues,
} from '../../../pages/staff/image-values.ts'
import { listChanged, listCollisions } from '../../../pages/staff/seen-values.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { parseFieldId, parseId } from '../../../parse-id.ts'
import type { Route, RouteRequest } from '../../../route.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'

/** A description may have 100,000 characters, and is sent twice, percent-encoded. */
const MAX_FORM_BYTES = 2 * 1024 * 1024

type ImageRequest = Pick<RouteRequest, 'catalog' | 'links' | 'params'>

/** The pages that change the record of an image, and delete it. */
export const staffImageRoutes: readonly Route[] = [
  privatePageRoute({
    path: '/staff/images/:id/',
    summary: 'Show everything that staff can change of an image',
    access: 'staff',
    query: z.object({ done: z.string().optional() }),
    async show(visit, request) {
      const { values, content } = await readForm(request)
      return createImageFormPage(visit, {
        ...content,
        draft: emptyDraft(values),
        isDone: request.query.done === 'saved',
      })
    },
  }),
  formRoute({
    path: '/staff/images/:id/',
    summary: 'Change an image',
    access: 'staff',
    errorResponses: {
      409: 'The image cannot be a duplicate, or was changed in the meantime. The page shows both versions.',
    },
    maxBodyBytes: MAX_FORM_BYTES,
    fields: z.object({
      revision: z.string().optional().describe('The revision of the image that the user saw.'),
      loaded: z.string().optional().describe('The values that the form had, as JSON.'),
      ...Object.fromEntries(IMAGE_FIELDS.map((name) => [name, z.string().optional()])),
    }),
    async submit({ visit, fields, idempotencyKey: key, request }) {
      const { catalog, links, params } = request
      const imageId = parseId(params.id, 'Image')
      const values: Readonly<Partial<Record<string, string>>> = fields
      const loaded = parseLoaded(values.loaded ?? '')
      const changed = listChanged(IMAGE_FIELDS, values, loaded)
      const body = Object.fromEntries(changed.map((name) => [name, values[name]]))
      const unknown = await findUnknownReferences(catalog.reads, body)
      const input = parseFields(imageCorrection, body, unknown)
      const revisions = [parseFieldId(values.revision ?? null)]
      await correctSeen(
        visit,
        catalog,
        { imageId, input, revisions, key },
        { changed, loaded, values },
      )
      return { redirectTo: links.base(`${imageFormPath(imageId)}?done=saved`) }
    },
    showAgain: async (visit, draft, request) =>
      createImageFormPage(visit, { ...(await readDraft(request, draft)), isDone: false }),
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
    access: 'staff',
    errorResponses: { 409: 'Another image is a duplicate of it.' },
    fields: z.object({ number: z.string().describe('The id, as a confirmation.') }),
    async submit({ visit, fields, request: { catalog, links, params } }) {
      const id = parseId(params.id, 'Image')
      if (parseFieldId(fields.number.trim()) !== id)
        throw invalid('number', visit.messages.imageForm.deleteMismatch)
      await moderate(catalog, visit.session, (tx, context) => deleteImages(tx, [id], context))
      catalog.jobs?.wake()
      return { redirectTo: links.base('/staff/?done=deleted') }
    },
    showAgain: (visit, draft, request) => showDeletion(visit, request, draft),
  }),
]

interface Edit {
  /** The fields that the user changed. */
  changed: readonly ImageField[]
  /** The values before, and those that the user entered. */
  loaded: Partial<ImageValues>
  values: Readonly<Partial<Record<string, string>>>
}

/**
 * Changes an image unless another user has changed one of the same fields since the form was opened.
 * @throws CatalogError kind `conflict` with code `image_changed` if so, and the errors of `correctImage`
 */
async function correctSeen(
  { session, messages }: SignedInVisit,
  catalog: Catalog,
  correction: Correction,
  { changed, loaded, values }: Edit,
): Promise<void> {
  if (changed.length === 0) return
  try {
    await correctImage(catalog, session, correction)
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'precondition_failed') throw error
    const image = await getEditableImage(catalog.reads, correction.imageId)
    const current = toImageValues(image)
    if (listCollisions(changed, { current, loaded, values }).length > 0)
      throw new CatalogError('conflict', messages.imageForm.changed, { code: 'image_changed' })
    await correctImage(catalog, session, { ...correction, revisions: [image.revision] })
  }
}

async function readForm({ catalog: { reads }, links, params }: ImageRequest) {
  const id = parseId(params.id, 'Image')
  const [image, licenses] = await Promise.all([getEditableImage(reads, id), listLicenses(reads)])
  const values = toImageValues(image)
  const content = {
    id,
    title: image.title,
    isPublic: image.collection_public === 1 && image.source_public === 1,
    thumbnail: thumbnailUrl(links, image),
    collection: image.collection_name,
    source: image.source_name,
    licenses,
    loaded: values,
    revision: image.revision,
    stored: {},
  }
  return { values, content }
}

/** The form with what the user entered. After a change by others, it starts from what they stored. */
async function readDraft(
  request: ImageRequest,
  draft: Draft,
): Promise<Omit<ImageFormContent, 'isDone'>> {
  const { values: current, content } = await readForm(request)
  const loaded = parseLoaded(draft.values.loaded ?? '')
  if (draft.code !== 'image_changed') {
    const revision = parseFieldId(draft.values.revision ?? null)
    return { ...content, draft, loaded, revision }
  }
  const changed = listChanged(IMAGE_FIELDS, draft.values, loaded)
  const pick = (names: readonly ImageField[], values: Readonly<Record<string, string>>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
  const both = listCollisions(changed, { current, loaded, values: draft.values })
  return {
    ...content,
    draft: { ...draft, values: { ...current, ...pick(changed, draft.values) } },
    stored: pick(both, current),
  }
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
