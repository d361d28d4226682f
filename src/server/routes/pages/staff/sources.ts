import { z } from 'zod'
import { toSlug } from '../../../../core/model/slug.ts'
import {
  getHostCollection,
  getHostSource,
  listCollectionPage,
  listSourcePage,
} from '../../../../core/queries/sources/host-collections.ts'
import { announceCollection } from '../../../../core/writes/collections/announce-collection.ts'
import { createCollection } from '../../../../core/writes/collections/create-collection.ts'
import { editCollection } from '../../../../core/writes/collections/edit-collection.ts'
import { createSource, editSource } from '../../../../core/writes/sources.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import { takePage } from '../../../http/cursor.ts'
import {
  collectionFormPath,
  createCollectionFormPage,
} from '../../../pages/staff/collection-form.ts'
import {
  createSourceFormPage,
  createStaffSourcesPage,
  sourceFormPath,
  SOURCES_PATH,
} from '../../../pages/staff/sources.ts'
import { toLine, toLines, toRecordDraft } from '../../../pages/staff/seen-values.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { idOf, parseFieldId, parseId } from '../../../http/parse-id.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { useCaseForm } from '../use-case-form.ts'
import { MAX_RECORD_FORM_BYTES, recordForm } from './record-form.ts'

const PAGE_SIZE = 50

const listQuery = z.object({
  after: z.string().optional().describe('Show only those with higher ids.'),
  done: z.string().optional(),
})

type ListQuery = z.output<typeof listQuery>

/** The record of a source or of a collection. A blank slug of a new one is derived from its name. */
const recordFields = z.object({
  name: z.string().optional(),
  slug: z.string().optional(),
  url: z.string().optional(),
  description: z.string().optional(),
})

type RecordFields = z.output<typeof recordFields>

const RECORD_FIELDS = ['name', 'slug', 'url', 'description'] as const

type PageRequest = Pick<RouteRequest, 'catalog' | 'params'>

/** The pages of sources and collections for staff. */
export const staffSourceRoutes: readonly Route[] = [
  privatePageRoute({
    path: SOURCES_PATH,
    summary: 'Show all sources, hidden ones too',
    access: 'staff',
    query: listQuery,
    show: (visit, request) => showSources(visit, request, emptyDraft(), request.query),
  }),
  useCaseForm(createSource, {
    path: SOURCES_PATH,
    summary: 'Create a source',
    maxBodyBytes: MAX_RECORD_FORM_BYTES,
    fields: recordFields,
    toInput: withSlug,
    next: (_, { id }) => `${sourceFormPath(id)}?done=created`,
    showAgain: (visit, draft, request) => showSources(visit, request, draft),
  }),
  privatePageRoute({
    path: '/staff/sources/:id/',
    summary: 'Show a source with its collections',
    access: 'staff',
    query: listQuery,
    show: (visit, request) => showSource(visit, request, {}, request.query),
  }),
  recordForm(editSource, {
    path: '/staff/sources/:id/',
    summary: 'Change a source',
    noun: 'Source',
    names: RECORD_FIELDS,
    formPath: sourceFormPath,
    showAgain: (visit, draft, request) => showSource(visit, request, { draft }),
  }),
  publicForm(editSource, {
    path: '/staff/sources/:id/public/',
    summary: 'Publish a source, or hide it',
    noun: 'Source',
    formPath: sourceFormPath,
  }),
  useCaseForm(createCollection, {
    path: '/staff/sources/:id/collections/',
    summary: 'Create a collection of a source',
    pagePath: ({ params }) => sourceFormPath(parseId(params.id, 'Source')),
    maxBodyBytes: MAX_RECORD_FORM_BYTES,
    fields: recordFields,
    toInput: (fields, { params }) => ({
      ...withSlug(fields),
      source: parseId(params.id, 'Source'),
    }),
    next: (_, { id }) => `${collectionFormPath(id)}?done=created`,
    showAgain: (visit, newDraft, request) => showSource(visit, request, { newDraft }),
  }),
  privatePageRoute({
    path: '/staff/collections/:id/',
    summary: 'Show what staff can change of a collection',
    access: 'staff',
    query: listQuery.pick({ done: true }),
    show: (visit, request) => showCollection(visit, request, { done: request.query.done }),
  }),
  recordForm(editCollection, {
    path: '/staff/collections/:id/',
    summary: 'Change a collection',
    noun: 'Collection',
    names: RECORD_FIELDS,
    formPath: collectionFormPath,
    showAgain: (visit, draft, request) => showCollection(visit, request, { draft }),
  }),
  publicForm(editCollection, {
    path: '/staff/collections/:id/public/',
    summary: 'Publish a collection, or hide it',
    noun: 'Collection',
    formPath: collectionFormPath,
  }),
  useCaseForm(announceCollection, {
    path: '/staff/collections/:id/announce/',
    summary: 'Announce a collection in the activity feed',
    errorResponses: { 409: 'The collection is not public, or was announced before.' },
    pagePath: ({ params }) => collectionFormPath(parseId(params.id, 'Collection')),
    fields: z.object({}),
    target: idOf('Collection'),
    next: ({ id }) => `${collectionFormPath(id)}?done=announced`,
    showAgain: async (visit, { message }, request) => showCollection(visit, request, { message }),
  }),
]

interface PublicForm {
  path: string
  summary: string
  noun: string
  formPath: (id: number) => string
}

/** Declares the form with the button that publishes a source or a collection, or hides it. */
function publicForm(
  edit: typeof editSource | typeof editCollection,
  { noun, formPath, ...form }: PublicForm,
): Route {
  return useCaseForm<{ public: string }, { id: number; public?: boolean | undefined }, unknown>(
    edit,
    {
      ...form,
      pagePath: ({ params }) => formPath(parseId(params.id, noun)),
      fields: z.object({ public: z.enum(['yes', 'no']) }),
      toInput: (fields) => ({ public: fields.public === 'yes' }),
      target: idOf(noun),
      next: ({ id, public: isPublic }) =>
        `${formPath(id)}?done=${isPublic ? 'published' : 'hidden'}`,
    },
  )
}

function withSlug(fields: RecordFields): RecordFields {
  return fields.slug?.trim() ? fields : { ...fields, slug: toSlug(fields.name ?? '') }
}

/** The stored values, as a form shows and sends them unchanged. */
function toValues(
  record: Record<keyof RecordFields, string>,
): Record<(typeof RECORD_FIELDS)[number], string> {
  const { name, slug, url, description } = record
  return { name: toLine(name), slug, url: toLine(url), description: toLines(description) }
}

async function showSources(
  visit: SignedInVisit,
  { catalog: { reads } }: PageRequest,
  draft: Draft,
  query: ListQuery = {},
) {
  const after = parseFieldId(query.after ?? null)
  const read = await listSourcePage(reads, { after, limit: PAGE_SIZE + 1 })
  const { rows, next } = takePage(read, PAGE_SIZE, ({ id }) => String(id))
  return createStaffSourcesPage(visit, { sources: rows, draft, isFirst: after === 0, next })
}

async function showSource(
  visit: SignedInVisit,
  { catalog: { reads }, params }: PageRequest,
  drafts: { draft?: Draft; newDraft?: Draft },
  query: ListQuery = {},
) {
  const sourceId = parseId(params.id, 'Source')
  const after = parseFieldId(query.after ?? null)
  const [source, collections] = await Promise.all([
    getHostSource(reads, sourceId),
    listCollectionPage(reads, { sourceId, after, limit: PAGE_SIZE + 1 }),
  ])
  const { rows, next } = takePage(collections, PAGE_SIZE, ({ id }) => String(id))
  return createSourceFormPage(visit, {
    source,
    collections: rows,
    draft: toRecordDraft(RECORD_FIELDS, drafts.draft, toValues(source)),
    newDraft: drafts.newDraft ?? emptyDraft(),
    done: query.done,
    isFirst: after === 0,
    next,
  })
}

async function showCollection(
  visit: SignedInVisit,
  { catalog: { reads }, params }: PageRequest,
  shown: { draft?: Draft; done?: string | undefined; message?: string | undefined },
) {
  const collection = await getHostCollection(reads, parseId(params.id, 'Collection'))
  const { name: source } = await getHostSource(reads, collection.source_id)
  const draft = toRecordDraft(RECORD_FIELDS, shown.draft, toValues(collection))
  const { message = draft.message, done } = shown
  return createCollectionFormPage(visit, {
    collection,
    source,
    draft: { ...draft, message },
    done,
  })
}
