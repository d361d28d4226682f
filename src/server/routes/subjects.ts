import { getVisibility } from '../../core/auth/caller.ts'
import { subject, subjectGeometry, subjectList, subjectQuery } from '../../core/contract/subject.ts'
import { parsePage } from '../../core/model/page.ts'
import { getSubject, getSubjectGeometry, listSubjects } from '../../core/queries/subjects.ts'
import { editSubject } from '../../core/writes/subjects/edit-subject.ts'
import { mergeSubject } from '../../core/writes/subjects/merge-subjects.ts'
import { removeSubject } from '../../core/writes/subjects/remove-subject.ts'
import { endpoint } from '../endpoint.ts'
import { geoJson, geoJsonResponse } from '../geo-json.ts'
import { toSubjectFilter } from '../list-filters.ts'
import { presentPage } from '../pagination.ts'
import { idOf, parseId } from '../parse-id.ts'
import { presentOutlines, presentSubject } from '../presenters/subject.ts'
import { json } from '../reply.ts'
import { route } from '../route.ts'
import { CHANGED_SINCE } from './contribution-errors.ts'
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
    errorResponses: { 409: 'Images are tagged with the subject.' },
    target: idOf('Subject'),
  }),
  endpoint('POST /api/v2/subjects/:id/merge/', mergeSubject, {
    summary: 'Merge a subject into another one',
    responses: { 200: subject },
    target: idOf('Subject'),
    present: (kept, { links }) => json(presentSubject(kept, links)),
  }),
]
