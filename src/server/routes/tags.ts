import {
  imageSubjects,
  subjectSuggestions,
  suggestionQuery,
  type ImageSubjects,
  type SubjectSuggestions,
} from '../../core/contract/contribution.ts'
import { subjectSummary } from '../../core/contract/subject.ts'
import { SUGGESTIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { suggestSubjects } from '../../core/queries/subjects/subject-suggestions.ts'
import { addItemSubject } from '../../core/writes/subjects/add-item-subject.ts'
import { addTag, removeTag, reorderTags, type Tagged } from '../../core/writes/tags/edit-tags.ts'
import { endpoint } from '../http/endpoint.ts'
import { imageIdOf } from '../http/parse-id.ts'
import { presentSubjectSummary } from '../presenters/subject.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

export const tagRoutes = [
  endpoint('POST /api/v2/images/:id/subjects/', addTag, {
    summary: 'Tag an image with a subject',
    responses: { 200: subjectSummary, 201: subjectSummary },
    errorResponses: { 409: 'The image has too many subjects.' },
    target: imageIdOf,
    present: presentTagged,
  }),
  endpoint('PUT /api/v2/images/:id/subjects/', reorderTags, {
    summary: 'Put the subjects of an image in another order',
    responses: { 200: imageSubjects },
    errorResponses: { 409: 'These are not exactly the subjects of the image.' },
    target: imageIdOf,
    present: (subjects) =>
      json({ subjects: subjects.map(presentSubjectSummary) } satisfies ImageSubjects),
  }),
  endpoint('DELETE /api/v2/images/:id/subjects/:subject/', removeTag, {
    summary: 'Remove a subject from an image',
    responses: { 204: { description: 'The image does not have the subject (any more).' } },
    target: ({ params }) => ({ ...imageIdOf({ params }), subject: params.subject ?? '' }),
  }),
  endpoint('POST /api/v2/subjects/', addItemSubject, {
    summary: 'Add a subject from Wikidata',
    responses: { 200: subjectSummary, 201: subjectSummary },
    errorResponses: { 503: 'Wikidata cannot be asked now.' },
    present: presentTagged,
  }),
]

function presentTagged({ subject, isNew }: Tagged) {
  return json(presentSubjectSummary(subject), isNew ? 201 : 200)
}

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
