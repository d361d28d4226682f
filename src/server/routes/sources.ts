import { getVisibility } from '../../core/auth/caller.ts'
import { collectionList, collectionQuery } from '../../core/contract/collection.ts'
import { sourceUpdate } from '../../core/contract/edit-source.ts'
import { source, sourceList, sourceQuery } from '../../core/contract/source.ts'
import { createdSource, newSource, type CreatedSource } from '../../core/contract/new-source.ts'
import { createSource } from '../../core/actions/create-source.ts'
import { moderateOnce } from '../../core/contributions/moderate.ts'
import { updateSource } from '../../core/contributions/update-record.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { findTakenSourceSlug } from '../../core/queries/taken-slugs.ts'
import { parsePage } from '../../core/model/page.ts'
import { listCollections } from '../../core/queries/collections.ts'
import { getSource, listSources, requireSource } from '../../core/queries/sources.ts'
import { checkUnlessRepeated } from '../check-unless-repeated.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { presentPage } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { presentCollection } from '../presenters/collection.ts'
import { presentSource } from '../presenters/source.ts'
import { created, json } from '../reply.ts'
import { route } from '../route.ts'
import { CHANGED_SINCE, CONTRIBUTION_ERRORS } from './contribution-errors.ts'

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
      const filter = { visibility: getVisibility(caller), slugs: query.slug }
      const sources = await listSources(catalog.reads, filter, query.ordering, page)
      return json(presentPage(sources, { page, links, target }, presentSource))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/sources/',
    summary: 'Create a source',
    responses: { 201: createdSource },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: CONTRIBUTION_ERRORS,
    handlerInput: { headers: idempotencyHeaders },
    access: ['importer', 'moderator'],
    body: newSource,
    checkBody: checkUnlessRepeated(findTakenSourceSlug),
    async handle({ catalog, caller, body, headers }) {
      const request = { key: parseIdempotencyKey(headers), content: ['source', body] }
      const { result, isReplay } = await moderateOnce(catalog, caller, request, (tx, context) =>
        createSource(tx, body, context),
      )
      return markReplay(created({ ...result, ...body } satisfies CreatedSource), isReplay)
    },
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
  route({
    method: 'PATCH',
    path: '/api/v2/sources/:id/',
    summary: 'Update a source, publish it or hide it',
    responses: { 200: source },
    errorResponses: { 409: CHANGED_SINCE },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: sourceUpdate,
    async handle({ catalog, caller, params, body, links }) {
      const id = parseId(params.id, 'Source')
      await updateSource(catalog, caller, { id, input: body })
      return json(presentSource(await getSource(catalog.reads, id, 'everything'), links))
    },
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
      const filter = { visibility, sources: [id], slug: query.slug }
      const collections = await listCollections(catalog.reads, filter, query.ordering, page)
      return json(presentPage(collections, { page, links, target }, presentCollection))
    },
  }),
]
