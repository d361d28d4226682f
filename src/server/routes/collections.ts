import { getVisibility } from '../../core/auth/caller.ts'
import { formatTimestamp } from '../../core/base/clock.ts'
import { collection, collectionList, collectionQuery } from '../../core/contract/collection.ts'
import {
  announcement,
  orderedImages,
  type Announcement,
  type OrderedImages,
} from '../../core/contract/edit-source.ts'
import { createdCollection } from '../../core/contract/new-collection.ts'
import { parsePage } from '../../core/model/page.ts'
import { getCollection, listCollections } from '../../core/queries/sources/collections.ts'
import {
  announceCollection,
  type Announced,
} from '../../core/writes/collections/announce-collection.ts'
import { createCollection } from '../../core/writes/collections/create-collection.ts'
import { deleteCollection } from '../../core/writes/collections/delete-collection.ts'
import { editCollection } from '../../core/writes/collections/edit-collection.ts'
import { moveCollection } from '../../core/writes/collections/move-collection.ts'
import { orderCollection } from '../../core/writes/collections/order-images.ts'
import { endpoint } from '../http/endpoint.ts'
import { presentPage } from '../presenters/pagination.ts'
import { idOf, parseId } from '../http/parse-id.ts'
import { presentCollection } from '../presenters/collection.ts'
import { created, json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { CHANGED_SINCE } from '../http/contribution-errors.ts'

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
      const filter = {
        visibility: getVisibility(caller),
        sources: query.source,
        slug: query.slug,
        modifiedSince: query.modified_since,
      }
      const collections = await listCollections(catalog.reads, filter, query.ordering, page)
      return json(presentPage(collections, { page, links, target }, presentCollection))
    },
  }),
  endpoint('POST /api/v2/collections/', createCollection, {
    summary: 'Create a collection',
    responses: { 201: createdCollection },
    present: created,
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
  endpoint('PATCH /api/v2/collections/:id/', editCollection, {
    summary: 'Update a collection, publish it or hide it',
    responses: { 200: collection },
    errorResponses: { 409: CHANGED_SINCE },
    target: idOf('Collection'),
    present: (changed, { links }) => json(presentCollection(changed, links)),
  }),
  endpoint('DELETE /api/v2/collections/:id/', deleteCollection, {
    summary: 'Delete a collection without images',
    responses: { 204: { description: 'Deleted.' } },
    errorResponses: { 409: 'The collection has images or pending upload slots.' },
    target: idOf('Collection'),
  }),
  endpoint('POST /api/v2/collections/:id/move/', moveCollection, {
    summary: 'Move a collection with its images to another source',
    responses: { 200: collection },
    errorResponses: { 409: 'A public image is a duplicate of one that would be hidden.' },
    target: idOf('Collection'),
    present: (moved, { links }) => json(presentCollection(moved, links)),
  }),
  endpoint('POST /api/v2/collections/:id/announce/', announceCollection, {
    summary: 'Announce a collection in the activity feed',
    responses: { 200: announcement },
    errorResponses: {
      409: 'The collection or its source is not public, or it was announced before.',
    },
    target: idOf('Collection'),
    present: (announced) => json(presentAnnouncement(announced)),
  }),
  endpoint('PUT /api/v2/collections/:id/images/', orderCollection, {
    summary: 'Put images of a collection in another order',
    responses: { 200: orderedImages },
    errorResponses: { 409: 'An image belongs to another collection.' },
    target: idOf('Collection'),
    present: ({ moved }) => json({ moved } satisfies OrderedImages),
  }),
]

function presentAnnouncement({ id, announced_at }: Announced): Announcement {
  return { collection_id: id, announced_at: formatTimestamp(announced_at) }
}
