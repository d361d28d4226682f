import { getVisibility } from '../../core/auth/caller.ts'
import { subject, subjectGeometry, subjectList, subjectQuery } from '../../core/contract/subject.ts'
import { parsePage } from '../../core/model/page.ts'
import { getSubject, getSubjectGeometry, listSubjects } from '../../core/queries/subjects.ts'
import { geoJson, geoJsonResponse } from '../geo-json.ts'
import { toSubjectFilter } from '../list-filters.ts'
import { presentPage } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { presentOutlines, presentSubject } from '../presenters/subject.ts'
import { json } from '../reply.ts'
import { route } from '../route.ts'
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
]
