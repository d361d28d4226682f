import { getVisibility } from '../../core/auth/caller.ts'
import { collection, collectionList, collectionQuery } from '../../core/contract/collection.ts'
import {
  createdCollection,
  newCollection,
  type CreatedCollection,
} from '../../core/contract/new-source.ts'
import {
  announcement,
  collectionUpdate,
  imageOrder,
  orderedImages,
  type Announcement,
  type OrderedImages,
} from '../../core/contract/edit-source.ts'
import { announceCollection, type Announced } from '../../core/actions/announce-collection.ts'
import { createCollection } from '../../core/actions/create-collection.ts'
import { orderImages } from '../../core/actions/order-images.ts'
import { formatTimestamp } from '../../core/clock.ts'
import { moderate, moderateOnce } from '../../core/contributions/moderate.ts'
import { updateCollection } from '../../core/contributions/update-record.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { findCollectionProblems } from '../../core/queries/taken-slugs.ts'
import { parsePage } from '../../core/model/page.ts'
import { getHostCollection } from '../../core/queries/host-collections.ts'
import { getCollection, listCollections } from '../../core/queries/collections.ts'
import { checkUnlessRepeated } from '../check-unless-repeated.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { presentPage } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { presentCollection } from '../presenters/collection.ts'
import { created, json } from '../reply.ts'
import { route } from '../route.ts'
import { CHANGED_SINCE, CONTRIBUTION_ERRORS } from './contribution-errors.ts'

export const collectionRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/collections/',
    cacheable: true,
    mayLag: true,
    summary: 'List collections',
    responses: { 200: collectionList },
    query: collectionQuery,
    async handle({ catalog, caller, query, links, target }) {
      const page = parsePage(query)
      const filter = { visibility: getVisibility(caller), sources: query.source, slug: query.slug }
      const collections = await listCollections(catalog.reads, filter, query.ordering, page)
      return json(presentPage(collections, { page, links, target }, presentCollection))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/',
    summary: 'Create a collection',
    responses: { 201: createdCollection },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: CONTRIBUTION_ERRORS,
    handlerInput: { headers: idempotencyHeaders },
    access: ['importer', 'moderator'],
    body: newCollection,
    checkBody: checkUnlessRepeated(findCollectionProblems),
    async handle({ catalog, caller, body, headers }) {
      const request = { key: parseIdempotencyKey(headers), content: ['collection', body] }
      const { result, isReplay } = await moderateOnce(catalog, caller, request, (tx, context) =>
        createCollection(tx, body, context),
      )
      return markReplay(created({ ...result, ...body } satisfies CreatedCollection), isReplay)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/collections/:id/',
    mayLag: true,
    summary: 'Get a collection',
    responses: { 200: collection },
    async handle({ catalog, caller, params, links }) {
      const id = parseId(params.id, 'Collection')
      const found = await getCollection(catalog.reads, id, getVisibility(caller))
      return json(presentCollection(found, links))
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/collections/:id/',
    summary: 'Update a collection, publish it or hide it',
    responses: { 200: collection },
    errorResponses: { 409: CHANGED_SINCE },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: collectionUpdate,
    async handle({ catalog, caller, params, body, links }) {
      const id = parseId(params.id, 'Collection')
      await updateCollection(catalog, caller, { id, input: body })
      return json(presentCollection(await getCollection(catalog.reads, id, 'everything'), links))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/:id/announce/',
    summary: 'Announce a collection in the activity feed',
    responses: { 200: announcement },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      409: 'The collection or its source is not public, or it was announced before. Or a request with the same Idempotency-Key is still in progress.',
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params, headers }) {
      const id = parseId(params.id, 'Collection')
      const request = { key: parseIdempotencyKey(headers), content: ['announce', id] }
      const { result, isReplay } = await moderateOnce(catalog, caller, request, (tx, context) =>
        announceCollection(tx, id, context),
      )
      return markReplay(json(presentAnnouncement(result)), isReplay)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/collections/:id/images/',
    summary: 'Put images of a collection in another order',
    responses: { 200: orderedImages },
    errorResponses: { 409: 'An image belongs to another collection.' },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: imageOrder,
    async handle({ catalog, caller, params, body }) {
      const { id: collectionId } = await getHostCollection(
        catalog.reads,
        parseId(params.id, 'Collection'),
      )
      const order = { ids: body.order, collectionId }
      const moved = await moderate(catalog, caller, (tx, context) =>
        orderImages(tx, order, context),
      )
      return json({ moved } satisfies OrderedImages)
    },
  }),
]

function presentAnnouncement({ id, announced_at }: Announced): Announcement {
  return { collection_id: id, announced_at: formatTimestamp(announced_at) }
}
