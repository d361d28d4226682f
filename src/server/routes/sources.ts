import { getVisibility } from '../../core/auth/caller.ts'
import { collectionList, collectionQuery } from '../../core/contract/collection.ts'
import { source, sourceList, sourceQuery } from '../../core/contract/source.ts'
import { createdSource } from '../../core/contract/new-source.ts'
import { parsePage } from '../../core/model/page.ts'
import { listCollections } from '../../core/queries/sources/collections.ts'
import { getSource, listSources, requireSource } from '../../core/queries/sources/sources.ts'
import { createSource, deleteSource, editSource } from '../../core/writes/sources.ts'
import { endpoint } from '../http/endpoint.ts'
import { presentPage } from '../presenters/pagination.ts'
import { idOf, parseId } from '../http/parse-id.ts'
import { presentCollection } from '../presenters/collection.ts'
import { presentSource } from '../presenters/source.ts'
import { created, json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { CHANGED_SINCE } from '../http/contribution-errors.ts'

export const sourceRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/sources/',
    cacheable: true,
    mayLag: true,
    summary: 'List sources',
    responses: { 200: sourceList },
    query: sourceQuery,
    async handle({ catalog, caller, query, links, target }) {
      const page = parsePage(query)
      const filter = {
        visibility: getVisibility(caller),
        slugs: query.slug,
        modifiedSince: query.modified_since,
      }
      const sources = await listSources(catalog.reads, filter, query.ordering, page)
      return json(presentPage(sources, { page, links, target }, presentSource))
    },
  }),
  endpoint('POST /api/v2/sources/', createSource, {
    summary: 'Create a source',
    responses: { 201: createdSource },
    present: created,
  }),
  route({
    method: 'GET',
    path: '/api/v2/sources/:id/',
    mayLag: true,
    summary: 'Get a source',
    responses: { 200: source },
    async handle({ catalog, caller, params, links }) {
      const id = parseId(params.id, 'Source')
      return json(presentSource(await getSource(catalog.reads, id, getVisibility(caller)), links))
    },
  }),
  endpoint('PATCH /api/v2/sources/:id/', editSource, {
    summary: 'Update a source, publish it or hide it',
    responses: { 200: source },
    errorResponses: { 409: CHANGED_SINCE },
    target: idOf('Source'),
    present: (changed, { links }) => json(presentSource(changed, links)),
  }),
  endpoint('DELETE /api/v2/sources/:id/', deleteSource, {
    summary: 'Delete a source without collections',
    responses: { 204: { description: 'Deleted.' } },
    errorResponses: { 409: 'The source has collections.' },
    target: idOf('Source'),
  }),
  route({
    method: 'GET',
    path: '/api/v2/sources/:id/collections/',
    cacheable: true,
    mayLag: true,
    summary: 'List the collections of a source',
    responses: { 200: collectionList },
    query: collectionQuery.omit({ source: true }),
    async handle({ catalog, caller, params, query, links, target }) {
      const id = parseId(params.id, 'Source')
      const visibility = getVisibility(caller)
      await requireSource(catalog.reads, id, visibility)
      const page = parsePage(query)
      const filter = {
        visibility,
        sources: [id],
        slug: query.slug,
        modifiedSince: query.modified_since,
      }
      const collections = await listCollections(catalog.reads, filter, query.ordering, page)
      return json(presentPage(collections, { page, links, target }, presentCollection))
    },
  }),
]
