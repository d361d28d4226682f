import { getVisibility } from '../../core/auth/caller.ts'
import { collection, collectionList, collectionQuery } from '../../core/contract/collection.ts'
import {
  createdCollection,
  newCollection,
  type CreatedCollection,
} from '../../core/contract/new-source.ts'
import { createCollection } from '../../core/actions/create-collection.ts'
import { findCollectionProblems } from '../../core/queries/taken-slugs.ts'
import { parsePage } from '../../core/model/page.ts'
import { getCollection, listCollections } from '../../core/queries/collections.ts'
import { presentPage } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { presentCollection } from '../presenters/collection.ts'
import { created, json } from '../reply.ts'
import { route } from '../route.ts'

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
    access: 'importer',
    body: newCollection,
    checkBody: (body, { catalog }) => findCollectionProblems(catalog.reads, body),
    async handle({ catalog, caller, body }) {
      const context = { actor: caller, now: catalog.clock.now() }
      const { id } = await catalog.write((tx) => createCollection(tx, body, context))
      return created({ id, ...body } satisfies CreatedCollection)
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
]
