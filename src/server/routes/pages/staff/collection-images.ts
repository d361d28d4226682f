import { z } from 'zod'
import { imageCorrection } from '../../../../core/contract/image-update.ts'
import { parseFields } from '../../../../core/contract/parse-fields.ts'
import { orderCollection } from '../../../../core/writes/collections/order-images.ts'
import { moderateImages } from '../../../../core/writes/images/edit-image.ts'
import { conflict } from '../../../../core/base/errors.ts'
import { parsePage } from '../../../../core/model/page.ts'
import type { Reads } from '../../../../core/database/store.ts'
import { MAX_CHANGED_IMAGES } from '../../../../core/base/limits.ts'
import {
  getHostCollection,
  listImageIdsOf,
} from '../../../../core/queries/sources/host-collections.ts'
import { listImages } from '../../../../core/queries/images/images.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import {
  collectionImagesPath,
  createCollectionImagesPage,
} from '../../../pages/staff/collection-images.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { parseId } from '../../../http/parse-id.ts'
import { presentImage } from '../../../presenters/image.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { formRoute, type Submission } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { runForm } from '../use-case-form.ts'

const PAGE_SIZE = 50

/** The form of a page of images. It also has the fields `image-{id}` of selected images, and `place-{id}` of all. */
const batchFields = z.looseObject({
  action: z.enum(['order', 'close', 'open', 'move']),
  page: z.string().optional().describe('The page to return to.'),
  collection: z.string().optional().describe('The collection that the images move to.'),
  of: z.enum(['selected', 'page', 'collection']).default('selected').describe('Which images.'),
  shown: z.string().default('').describe('The ids of the images on the page.'),
  count: z.coerce.number().optional().describe('How many images the collection had.'),
})

type BatchFields = z.output<typeof batchFields>

/** The page that orders the images of a collection and changes several at once. */
export const collectionImageRoutes: readonly Route[] = [
  privatePageRoute({
    path: '/staff/collections/:id/images/',
    summary: 'Show the images of a collection in their order',
    access: 'staff',
    errorResponses: { 404: 'There is no such collection, or the page number is out of range.' },
    query: z.object({
      page: z.string().optional(),
      changed: z.string().optional(),
      batch: z.string().optional().describe('The batch of what the last form changed.'),
    }),
    show: (visit, request) => showImages(visit, request, { ...request.query, draft: emptyDraft() }),
  }),
  formRoute({
    path: '/staff/collections/:id/images/',
    summary: 'Order the images of a collection, or change several',
    useCases: [moderateImages, orderCollection],
    access: 'staff',
    errorResponses: { 409: 'No image is selected, or a duplicate would be lost.' },
    fields: batchFields,
    async submit(submission) {
      const { fields, request } = submission
      const { catalog, params, links } = request
      const { id: collection } = await getHostCollection(
        catalog.reads,
        parseId(params.id, 'Collection'),
      )
      const { changed, batch = '' } = await changeImages(submission, collection)
      const query = new URLSearchParams({
        page: fields.page ?? '1',
        changed: String(changed),
        batch,
      })
      return { redirectTo: links.base(`${collectionImagesPath(collection)}?${query.toString()}`) }
    },
    showAgain: (visit, draft, request) =>
      showImages(visit, request, { page: draft.values.page, draft }),
  }),
]

async function changeImages(
  submission: Submission<BatchFields>,
  collectionId: number,
): Promise<{ changed: number; batch?: string | undefined }> {
  const { action, collection, ...others } = submission.fields
  const { reads } = submission.request.catalog
  if (action === 'order') {
    const request = { id: collectionId, order: listInOrder(others) }
    const { moved, batch } = await runForm(submission, orderCollection, request)
    return { changed: moved, batch }
  }
  const imageIds = await CHOOSE[others.of](reads, others, collectionId)
  if (imageIds.length === 0) throw conflict(['none_selected'])
  const body = action === 'move' ? { collection } : { will_not_georef: action === 'close' }
  const schema =
    action === 'move' ? imageCorrection.required({ collection: true }) : imageCorrection
  const input = parseFields(schema, body)
  return runForm(submission, moderateImages, { imageIds, input })
}

type Choose = (
  reads: Reads,
  fields: Pick<BatchFields, 'shown' | 'count'>,
  collectionId: number,
) => number[] | Promise<number[]>

/** Functions that list the images of a form, by the value of its field `of`. */
const CHOOSE: Record<BatchFields['of'], Choose> = {
  selected: (_reads, fields) => listIds(fields, 'image'),
  page: (_reads, { shown }) =>
    (shown.match(/\b\d{1,15}\b/gv) ?? []).slice(0, PAGE_SIZE).map(Number),
  async collection(reads, { count }, collectionId) {
    const ids = await listImageIdsOf(reads, collectionId, MAX_CHANGED_IMAGES + 1)
    if (ids.length !== count) throw conflict(['other_count', ids.length])
    return ids
  },
}

/** The ids in the names of the fields that begin with a word, as on the page. */
function listIds(fields: Readonly<Record<string, unknown>>, word: 'image' | 'place'): number[] {
  return Object.keys(fields)
    .map((name) => new RegExp(`^${word}-(\\d{1,15})$`, 'v').exec(name)?.[1])
    .filter((id) => id !== undefined)
    .slice(0, PAGE_SIZE)
    .map(Number)
}

/** Sorts the images by the places that the user typed. Those without a number come last. */
function listInOrder(fields: Readonly<Record<string, unknown>>): number[] {
  const placeOf = (id: number) => {
    const typed = Number(String(fields[`place-${id}`]).trim() || Infinity)
    return Number.isNaN(typed) ? Infinity : typed
  }
  const ids = listIds(fields, 'place')
  const places = new Map(ids.map((id) => [id, placeOf(id)]))
  return ids.toSorted((one, other) => compare(places.get(one) ?? 0, places.get(other) ?? 0))
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1
}

async function showImages(
  visit: SignedInVisit,
  { catalog, links, params }: Pick<RouteRequest, 'catalog' | 'links' | 'params'>,
  shown: { page?: string; changed?: string; batch?: string; draft: Draft },
) {
  const collection = await getHostCollection(catalog.reads, parseId(params.id, 'Collection'))
  const page = {
    ...parsePage(shown.page === undefined ? {} : { page: shown.page }),
    size: PAGE_SIZE,
  }
  const filter = { visibility: 'everything', collections: [collection.id] } as const
  const terms = [{ field: 'order', descending: false }] as const
  const { rows, count } = await listImages(catalog, filter, terms, page)
  return createCollectionImagesPage(visit, {
    collection,
    images: rows.map((row) => presentImage(row, links, visit.language)),
    paging: { page, count },
    draft: shown.draft,
    changed: /^\d{1,3}$/.test(shown.changed ?? '') ? Number(shown.changed) : undefined,
    batch: shown.batch,
  })
}
