import { getVisibility } from '../../core/auth/caller.ts'
import {
  subject,
  subjectGeometry,
  subjectList,
  subjectQuery,
  mergedSubject,
  untagQuery,
} from '../../core/contract/subject.ts'
import {
  subjectRecord,
  subjectRecordPage,
  subjectRecordQuery,
} from '../../core/contract/subject-record.ts'
import { parsePage } from '../../core/model/page.ts'
import { getSubjectId } from '../../core/queries/subjects/subject-id.ts'
import {
  getSubjectRecord,
  listSubjectRecords,
} from '../../core/queries/subjects/subject-records.ts'
import {
  getSubject,
  getSubjectGeometry,
  listSubjects,
} from '../../core/queries/subjects/subjects.ts'
import { editSubject } from '../../core/writes/subjects/edit-subject.ts'
import { mergeSubject } from '../../core/writes/subjects/merge-subjects.ts'
import { removeSubject } from '../../core/writes/subjects/remove-subject.ts'
import { takePage } from '../http/cursor.ts'
import { endpoint } from '../http/endpoint.ts'
import { geoJson, geoJsonResponse } from '../http/geo-json-reply.ts'
import { toSubjectFilter } from '../http/list-filters.ts'
import { nextUrl, presentPage } from '../presenters/pagination.ts'
import { idOf, parseId } from '../http/parse-id.ts'
import { presentOutlines, presentSubject } from '../presenters/subject.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { CHANGED_SINCE } from '../http/contribution-errors.ts'
import { subjectExportRoute } from './exports.ts'
import { suggestSubjectsRoute } from './tags.ts'

export const subjectRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/subjects/',
    cacheable: true,
    mayLag: true,
    summary: 'List subjects',
    responses: { 200: subjectList },
    query: subjectQuery,
    async handle({ catalog, caller, query, links, target }) {
      const page = parsePage(query)
      const filter = toSubjectFilter(query, getVisibility(caller))
      const subjects = await listSubjects(catalog.reads, filter, query.ordering, page)
      return json(presentPage(subjects, { page, links, target }, presentSubject))
    },
  }),
  subjectExportRoute,
  suggestSubjectsRoute,
  route({
    method: 'GET',
    path: '/api/v2/subjects/:id/',
    mayLag: true,
    summary: 'Get a subject',
    responses: { 200: subject },
    async handle({ catalog, caller, params, links }) {
      const id = parseId(params.id, 'Subject')
      return json(presentSubject(await getSubject(catalog.reads, id, getVisibility(caller)), links))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/subjects/:id/geometry/',
    mayLag: true,
    summary: 'Get the outline of a subject',
    responses: { 200: geoJsonResponse(subjectGeometry) },
    async handle({ catalog, caller, params, headers }) {
      const id = parseId(params.id, 'Subject')
      const outlines = await getSubjectGeometry(catalog.reads, id, getVisibility(caller))
      return geoJson(presentOutlines(outlines), headers)
    },
  }),
  endpoint('PATCH /api/v2/subjects/:id/', editSubject, {
    summary: 'Update a subject',
    responses: { 200: subject },
    errorResponses: { 409: CHANGED_SINCE },
    target: idOf('Subject'),
    present: (changed, { links }) => json(presentSubject(changed, links)),
  }),
  endpoint('DELETE /api/v2/subjects/:id/', removeSubject, {
    summary: 'Remove a subject that no image has',
    responses: { 204: { description: 'Removed.' } },
    errorResponses: { 409: 'Images are tagged with the subject, and `untag` is not set.' },
    query: untagQuery,
    target: idOf('Subject'),
  }),
  endpoint('POST /api/v2/subjects/:id/merge/', mergeSubject, {
    summary: 'Merge a subject into another one',
    responses: { 200: mergedSubject },
    target: idOf('Subject'),
    present: ({ merged, ...kept }, { links }) => json({ ...presentSubject(kept, links), merged }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/subject-records/',
    summary: 'List subjects, also those without images',
    responses: { 200: subjectRecordPage },
    access: 'moderator',
    query: subjectRecordQuery,
    async handle({ catalog, query, links, target }) {
      const { title, tagged, outlined: hasGeometry, after, limit } = query
      const filter = { title, tagged, hasGeometry, after }
      const read = await listSubjectRecords(catalog.reads, filter, limit + 1)
      const { rows: results, next } = takePage(read, limit, ({ id }) => String(id))
      return json({ next: nextUrl({ links, target }, ['after', next]), results })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/subject-records/:name/',
    summary: 'Get a subject by id, slug or Wikidata item, also one without images',
    responses: { 200: subjectRecord },
    errorResponses: { 409: 'Several subjects have the item.' },
    access: ['moderator', 'importer'],
    async handle({ catalog: { reads }, params }) {
      return json(await getSubjectRecord(reads, await getSubjectId(reads, params.name ?? '')))
    },
  }),
]
