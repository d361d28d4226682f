import { mergeSubjects } from '../../core/actions/merge-subjects.ts'
import { removeSubject } from '../../core/actions/remove-subject.ts'
import { getVisibility } from '../../core/auth/caller.ts'
import { subject, subjectGeometry, subjectList, subjectQuery } from '../../core/contract/subject.ts'
import { subjectMerge, subjectUpdate } from '../../core/contract/new-subject.ts'
import { moderate, moderateOnce } from '../../core/contributions/moderate.ts'
import { updateSubjectRecord } from '../../core/contributions/update-record.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { parsePage } from '../../core/model/page.ts'
import {
  getAnySubject,
  getSubject,
  getSubjectGeometry,
  listSubjects,
} from '../../core/queries/subjects.ts'
import { geoJson, geoJsonResponse } from '../geo-json.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { toSubjectFilter } from '../list-filters.ts'
import { presentPage } from '../pagination.ts'
import { parseId } from '../parse-id.ts'
import { presentOutlines, presentSubject } from '../presenters/subject.ts'
import { json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CHANGED_SINCE, CONTRIBUTION_ERRORS } from './contribution-errors.ts'
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
  route({
    method: 'PATCH',
    path: '/api/v2/subjects/:id/',
    summary: 'Update a subject',
    responses: { 200: subject },
    errorResponses: { 409: CHANGED_SINCE },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: subjectUpdate,
    async handle({ catalog, caller, params, body, links }) {
      const id = parseId(params.id, 'Subject')
      await updateSubjectRecord(catalog, caller, { id, input: body })
      return json(presentSubject(await getAnySubject(catalog.reads, id), links))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/subjects/:id/',
    summary: 'Remove a subject that no image has',
    responses: { 204: { description: 'Removed.' } },
    errorResponses: { 409: 'Images are tagged with the subject.' },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params }) {
      const id = parseId(params.id, 'Subject')
      const removal = { id, untag: false }
      await moderate(catalog, caller, (tx, context) => removeSubject(tx, removal, context))
      return noContent()
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/subjects/:id/merge/',
    summary: 'Merge a subject into another one',
    responses: { 200: subject },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: CONTRIBUTION_ERRORS,
    handlerInput: { headers: idempotencyHeaders },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: subjectMerge,
    async handle({ catalog, caller, params, body: { into }, headers, links }) {
      const merge = { from: parseId(params.id, 'Subject'), into }
      const request = { key: parseIdempotencyKey(headers), content: ['merge', merge] }
      const { isReplay } = await moderateOnce(catalog, caller, request, (tx, context) =>
        mergeSubjects(tx, merge, context),
      )
      const kept = await getAnySubject(catalog.reads, into)
      return markReplay(json(presentSubject(kept, links)), isReplay)
    },
  }),
]
