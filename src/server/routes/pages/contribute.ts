import { z } from 'zod'
import {
  check,
  newFlag,
  newItemSubject,
  newTag,
  remark,
} from '../../../core/contract/contribution.ts'
import { requiredId } from '../../../core/contract/fields.ts'
import { parseFields } from '../../../core/contract/parse-fields.ts'
import type { Catalog } from '../../../core/catalog/catalog.ts'
import { SUGGESTION_PAGES_PER_MINUTE } from '../../../core/base/limits.ts'
import { isPublicImage } from '../../../core/model/visibility.ts'
import { getImage } from '../../../core/queries/images/images.ts'
import { suggestSubjects } from '../../../core/queries/subjects/subject-suggestions.ts'
import { commentOnImage } from '../../../core/writes/comments/comment-on-image.ts'
import { deleteComment } from '../../../core/writes/comments/delete-comment.ts'
import { withdrawPlacement } from '../../../core/writes/georeferences/withdraw-placement.ts'
import { flagImage } from '../../../core/writes/flags.ts'
import { addItemSubject } from '../../../core/writes/subjects/add-item-subject.ts'
import { addTag, removeTag, reorderTags } from '../../../core/writes/tags/edit-tags.ts'
import { checkGeoreference } from '../../../core/writes/validations/check-georeference.ts'
import { donePath, type Done } from '../../pages/contribute/section.ts'
import { createSubjectsPage } from '../../pages/contribute/subjects.ts'
import { getVisitorVisibility, type Visit } from '../../pages/visit.ts'
import { parseId } from '../../http/parse-id.ts'
import { presentSubjectSummary } from '../../presenters/subject.ts'
import type { Route, RouteRequest } from '../../http/route.ts'
import { CONTRIBUTION_ERRORS } from './contribution-errors.ts'
import { checkedFields, readChecked } from './checked-fields.ts'
import { formRoute, type FormDeclaration, type Submission } from './form-route.ts'
import { showImage } from './image.ts'
import { privatePageRoute } from './private-page-route.ts'
import { runForm } from './use-case-form.ts'

const MAX_QUERY = 200

/** A comment has up to 10,000 characters, which take up to 12 bytes each when they are percent-encoded. */
const MAX_COMMENT_BYTES = 128 * 1024

/** Forms for contributions to an image: comments, subjects, checks of its places, and reports. */
export const contributeRoutes: readonly Route[] = [
  privatePageRoute({
    path: '/:id/contribute/',
    pathPattern: /^\/(\d+)\/contribute\/?$/,
    summary: 'Sign in, and show the page of an image',
    access: 'user',
    async show(_visit, { params, links }) {
      return { redirectTo: `${links.image(parseId(params.id, 'Image'))}#contribute` }
    },
  }),
  privatePageRoute({
    path: '/:id/subjects/',
    pathPattern: /^\/(\d+)\/subjects\/?$/,
    summary: 'Show the subjects of an image, and suggest others',
    access: 'user',
    // The knowledge base may be asked each time.
    perMinute: SUGGESTION_PAGES_PER_MINUTE,
    query: z.object({ q: z.string().optional().describe('The beginning of a name.') }),
    async show(visit, request) {
      const image = await readImage(visit, request)
      const text = (request.query.q ?? '').trim().slice(0, MAX_QUERY)
      return createSubjectsPage(visit, image, { text, ...(await suggest(request.catalog, text)) })
    },
  }),
  imageForm({
    name: 'comments',
    useCases: [commentOnImage],
    summary: 'Comment on an image',
    fields: remark,
    maxBodyBytes: MAX_COMMENT_BYTES,
    section: 'comments',
    async run(submission, imageId) {
      await runForm(submission, commentOnImage, { imageId, ...submission.fields })
      return 'commented'
    },
  }),
  imageForm({
    name: 'comments/delete',
    useCases: [deleteComment],
    summary: 'Delete a comment',
    fields: z.object({ comment: requiredId() }),
    section: 'comments',
    async run(submission) {
      await runForm(submission, deleteComment, { id: submission.fields.comment })
      return 'deleted'
    },
  }),
  imageForm({
    name: 'subjects',
    useCases: [addTag, addItemSubject],
    summary: 'Add a subject to an image',
    fields: z.object({
      subject: z.string().optional().describe('Id or slug of a subject.'),
      kb_id: z.string().optional().describe('Item of the knowledge base.'),
    }),
    section: 'subjects',
    async run(submission, imageId) {
      const { subject, kb_id } = submission.fields
      const id = subject ?? (await findOrAddSubject(submission, kb_id))
      await runForm(submission, addTag, { imageId, ...parseFields(newTag, { subject: id }) })
      return 'tagged'
    },
  }),
  imageForm({
    name: 'subjects/change',
    useCases: [addTag, removeTag, reorderTags],
    summary: 'Remove a subject from an image, restore it, or order the subjects',
    fields: z.object({
      remove: z.string().optional().describe('Id of a subject.'),
      restore: z.string().optional().describe('Id of a subject that was removed.'),
      order: z
        .string()
        .optional()
        .describe('Ids of all subjects in the new order, or in that before one was removed.'),
    }),
    section: 'subjects',
    async run(submission, imageId) {
      const { remove, restore: subject, order: ids = '' } = submission.fields
      if (remove !== undefined) {
        await runForm(submission, removeTag, { imageId, subject: remove })
        return 'untagged'
      }
      const order = ids.split(',').map(Number)
      if (subject !== undefined) {
        await runForm(submission, addTag, { imageId, ...parseFields(newTag, { subject }), order })
        return 'restored'
      }
      await runForm(submission, reorderTags, { imageId, order })
      return 'reordered'
    },
  }),
  imageForm({
    name: 'flags',
    useCases: [flagImage],
    summary: 'Report an image',
    fields: newFlag,
    section: 'report',
    async run(submission, imageId) {
      await runForm(submission, flagImage, { imageId, ...submission.fields })
      return 'reported'
    },
  }),
  imageForm({
    name: 'validations',
    useCases: [checkGeoreference],
    summary: 'Check a place of an image',
    fields: check.extend(checkedFields.shape),
    section: 'history',
    async run(submission) {
      const { validation, notes, ...checked } = submission.fields
      const verdict = { ...readChecked(checked), validation, notes }
      await runForm(submission, checkGeoreference, verdict)
      return 'checked'
    },
  }),
  imageForm({
    name: 'placements/withdraw',
    useCases: [withdrawPlacement],
    summary: 'Take back a placement of an image',
    fields: checkedFields,
    section: 'place',
    async run(submission) {
      await runForm(submission, withdrawPlacement, readChecked(submission.fields))
      return 'withdrawn'
    },
  }),
]

interface ImageForm<F extends z.ZodObject> {
  /** The path below that of the image. */
  name: string
  useCases: NonNullable<FormDeclaration<unknown>['useCases']>
  summary: string
  fields: F
  maxBodyBytes?: number
  /** The section of the page to which the form leads back. */
  section: string
  run: (submission: Submission<z.output<F>>, imageId: number) => Promise<Done>
}

function imageForm<F extends z.ZodObject>({
  name,
  useCases,
  summary,
  fields,
  maxBodyBytes,
  section,
  run,
}: ImageForm<F>): Route {
  return formRoute({
    path: `/:id/${name}/`,
    pathPattern: new RegExp(`^/(\\d+)/${name}/?$`),
    useCases,
    summary,
    access: 'user',
    fields,
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath: ({ params }) => `/${parseId(params.id, 'Image')}/#${section}`,
    async submit(submission) {
      const { links, params } = submission.request
      const image = parseId(params.id, 'Image')
      const done = await run(submission as Submission<z.output<F>>, image)
      return { redirectTo: links.base(donePath(image, section, done)) }
    },
    showAgain: (visit, draft, request) =>
      showImage(visit, request, { refused: { form: name, section, draft } }),
  })
}

async function findOrAddSubject(
  submission: Submission<unknown>,
  kb_id: string | undefined,
): Promise<number> {
  const input = parseFields(newItemSubject, { kb_id })
  // The key of the form is that of the tag.
  const { subject } = await runForm(
    { ...submission, idempotencyKey: undefined },
    addItemSubject,
    input,
  )
  return subject.id
}

async function readImage(
  visit: Visit,
  { catalog, params }: Pick<RouteRequest, 'catalog' | 'params'>,
) {
  const row = await getImage(
    catalog.reads,
    parseId(params.id, 'Image'),
    getVisitorVisibility(visit),
  )
  const { id, title, subjects } = row
  return { id, title, subjects: subjects.map(presentSubjectSummary), isPublic: isPublicImage(row) }
}

async function suggest(catalog: Catalog, text: string) {
  if (text === '') return { found: [], isComplete: true }
  const { results, complete: isComplete } = await suggestSubjects(catalog, text)
  const found = results.map(({ id, title, description, kb_id }) => ({
    title,
    description,
    field:
      id === null
        ? ({ name: 'kb_id', value: kb_id } as const)
        : ({ name: 'subject', value: String(id) } as const),
  }))
  return { found, isComplete }
}
