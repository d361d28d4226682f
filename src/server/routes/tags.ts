import {
  imageSubjects,
  newItemSubject,
  newTag,
  subjectSuggestions,
  suggestionQuery,
  tagOrder,
  type ImageSubjects,
  type SubjectSuggestions,
} from '../../core/contract/contribution.ts'
import { subjectSummary } from '../../core/contract/subject.ts'
import { addItemSubject, suggestSubjects } from '../../core/contributions/subjects.ts'
import { addTag, removeTag, reorderTags } from '../../core/contributions/tag.ts'
import { CONTRIBUTIONS_PER_MINUTE, SUGGESTIONS_PER_MINUTE } from '../../core/limits.ts'
import { toContributor } from '../contributor.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { parseId } from '../parse-id.ts'
import { presentSubjectSummary } from '../presenters/subject.ts'
import { json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CONTRIBUTION_ERRORS, perMinute } from './contribution-errors.ts'

const TOO_MANY = perMinute(CONTRIBUTIONS_PER_MINUTE.tags)

export const tagRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/images/:id/subjects/',
    summary: 'Tag an image with a subject',
    responses: { 200: subjectSummary, 201: subjectSummary },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      409: 'The image has too many subjects, or a request with the same Idempotency-Key is still in progress.',
      429: TOO_MANY,
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'contributor',
    body: newTag,
    async handle({ catalog, caller, params, body, headers }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const request = { imageId, input: body, key: parseIdempotencyKey(headers) }
      const { result, isReplay } = await addTag(catalog, toContributor(caller), request)
      const { subject, isNew } = result
      return markReplay(json(presentSubjectSummary(subject), isNew ? 201 : 200), isReplay)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/images/:id/subjects/',
    summary: 'Put the subjects of an image in another order',
    responses: { 200: imageSubjects },
    errorResponses: { 409: 'These are not exactly the subjects of the image.', 429: TOO_MANY },
    access: 'contributor',
    body: tagOrder,
    async handle({ catalog, caller, params, body }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const { order } = body
      const subjects = await reorderTags(catalog, toContributor(caller), { imageId, order })
      return json({ subjects: subjects.map(presentSubjectSummary) } satisfies ImageSubjects)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/images/:id/subjects/:subject/',
    summary: 'Remove a subject from an image',
    responses: { 204: { description: 'The image does not have the subject (any more).' } },
    errorResponses: { 429: TOO_MANY },
    access: 'contributor',
    async handle({ catalog, caller, params }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const { subject = '' } = params
      await removeTag(catalog, toContributor(caller), { imageId, subject })
      return noContent()
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/subjects/',
    summary: 'Add a subject from Wikidata',
    responses: { 200: subjectSummary, 201: subjectSummary },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      429: TOO_MANY,
      503: 'Wikidata cannot be asked now.',
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'contributor',
    body: newItemSubject,
    async handle({ catalog, caller, body, headers }) {
      const request = { input: body, key: parseIdempotencyKey(headers) }
      const { result, isReplay } = await addItemSubject(catalog, toContributor(caller), request)
      const { subject, isNew } = result
      return markReplay(json(presentSubjectSummary(subject), isNew ? 201 : 200), isReplay)
    },
  }),
]

/** Before the routes of single subjects, whose paths would match, too. */
export const suggestSubjectsRoute = route({
  method: 'GET',
  path: '/api/v2/subjects/suggest/',
  summary: 'Suggest subjects',
  responses: { 200: subjectSuggestions },
  access: 'contributor',
  perMinuteAndUser: SUGGESTIONS_PER_MINUTE,
  query: suggestionQuery,
  async handle({ catalog, query }) {
    return json((await suggestSubjects(catalog, query.q)) satisfies SubjectSuggestions)
  },
})
