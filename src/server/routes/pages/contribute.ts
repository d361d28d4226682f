import { z } from 'zod'
import {
  check,
  newFlag,
  newItemSubject,
  newTag,
  remark,
} from '../../../core/contract/contribution.ts'
import { optionalId, requiredId } from '../../../core/contract/fields.ts'
import { parseFields } from '../../../core/contract/parse-fields.ts'
import { checkGeoreference } from '../../../core/contributions/check-georeference.ts'
import { commentOnImage, withdrawComment } from '../../../core/contributions/comment.ts'
import type { Contributor } from '../../../core/contributions/contribute.ts'
import { flagImage } from '../../../core/contributions/flag-image.ts'
import { addItemSubject, suggestSubjects } from '../../../core/contributions/subjects.ts'
import { addTag, removeTag, reorderTags } from '../../../core/contributions/tag.ts'
import type { Catalog } from '../../../core/catalog.ts'
import { SUGGESTION_PAGES_PER_MINUTE } from '../../../core/limits.ts'
import { isPublicImage } from '../../../core/model/visibility.ts'
import { getImage } from '../../../core/queries/images.ts'
import { sessionContributor } from '../../contributor.ts'
import { donePath, type Done } from '../../pages/contribute/section.ts'
import { createSubjectsPage } from '../../pages/contribute/subjects.ts'
import { getVisitorVisibility, type Visit } from '../../pages/visit.ts'
import { parseId } from '../../parse-id.ts'
import { presentSubjectSummary } from '../../presenters/subject.ts'
import type { Route, RouteRequest } from '../../route.ts'
import { CONTRIBUTION_ERRORS } from './contribution-errors.ts'
import { formRoute } from './form-route.ts'
import { showImage } from './image.ts'
import { privatePageRoute } from './private-page-route.ts'

const MAX_QUERY = 200

/** A comment has up to 10,000 characters, which take up to 12 bytes each when they are percent-encoded. */
const MAX_COMMENT_BYTES = 128 * 1024

/** What users add to an image: comments, subjects, checks of its places, and reports. */
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
      return createSubjectsPage(visit, image, { text, found: await suggest(request.catalog, text) })
    },
  }),
  imageForm({
    name: 'comments',
    summary: 'Comment on an image',
    fields: remark,
    maxBodyBytes: MAX_COMMENT_BYTES,
    section: 'comments',
    async run({ catalog, contributor, image, fields: input, key }) {
      await commentOnImage(catalog, contributor, { imageId: image, input, key })
      return 'commented'
    },
  }),
  imageForm({
    name: 'comments/delete',
    summary: 'Delete a comment',
    fields: z.object({ comment: requiredId() }),
    section: 'comments',
    async run({ catalog, contributor, fields: { comment } }) {
      const withdrawing = { ...contributor, isModerator: contributor.isStaff }
      await withdrawComment(catalog, withdrawing, comment)
      return 'deleted'
    },
  }),
  imageForm({
    name: 'subjects',
    summary: 'Add a subject to an image',
    fields: z.object({
      subject: z.string().optional().describe('Id or slug of a subject.'),
      kb_id: z.string().optional().describe('Item of the knowledge base.'),
    }),
    section: 'subjects',
    async run({ catalog, contributor, image, fields: { subject, kb_id }, key }) {
      const id = subject ?? (await findOrAddSubject(catalog, contributor, kb_id))
      const input = parseFields(newTag, { subject: id })
      await addTag(catalog, contributor, { imageId: image, input, key })
      return 'tagged'
    },
  }),
  imageForm({
    name: 'subjects/change',
    summary: 'Remove a subject from an image, or order its subjects',
    fields: z.object({
      remove: z.string().optional().describe('Id of a subject.'),
      order: z.string().optional().describe('Ids of all subjects in the new order.'),
    }),
    section: 'subjects',
    async run({ catalog, contributor, image: imageId, fields: { remove, order = '' } }) {
      if (remove !== undefined) {
        await removeTag(catalog, contributor, { imageId, subject: remove })
        return 'untagged'
      }
      await reorderTags(catalog, contributor, { imageId, order: order.split(',').map(Number) })
      return 'reordered'
    },
  }),
  imageForm({
    name: 'flags',
    summary: 'Report an image',
    fields: newFlag,
    section: 'report',
    async run({ catalog, contributor, image, fields: input, key }) {
      await flagImage(catalog, contributor, { imageId: image, input, key })
      return 'reported'
    },
  }),
  imageForm({
    name: 'validations',
    summary: 'Check a place of an image',
    fields: check.extend({
      georeference: optionalId(),
      from_above_georeference: optionalId(),
    }),
    section: 'history',
    async run({ catalog, contributor, fields, key }) {
      const { georeference, from_above_georeference: area, ...input } = fields
      const table = georeference === null ? 'from_above_georeference' : 'georeference'
      await checkGeoreference(catalog, contributor, {
        table,
        id: georeference ?? area ?? 0,
        input,
        key,
      })
      return 'checked'
    },
  }),
]

interface Run<Fields> {
  catalog: Catalog
  contributor: Contributor
  image: number
  fields: Fields
  key: string | undefined
}

interface ImageForm<F extends z.ZodObject> {
  /** The path below that of the image. */
  name: string
  summary: string
  fields: F
  maxBodyBytes?: number
  /** The section of the page to which the form leads back. */
  section: string
  run: (request: Run<z.output<F>>) => Promise<Done>
}

function imageForm<F extends z.ZodObject>({
  name,
  summary,
  fields,
  maxBodyBytes,
  section,
  run,
}: ImageForm<F>): Route {
  return formRoute({
    path: `/:id/${name}/`,
    pathPattern: new RegExp(`^/(\\d+)/${name}/?$`),
    summary,
    access: 'user',
    fields,
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath: ({ params }) => `/${parseId(params.id, 'Image')}/#${section}`,
    async submit({ visit, fields, idempotencyKey: key, request: { catalog, params, links } }) {
      const image = parseId(params.id, 'Image')
      const contributor = sessionContributor(visit.session)
      const done = await run({ catalog, contributor, image, fields: fields as z.output<F>, key })
      return { redirectTo: links.base(donePath(image, section, done)) }
    },
    showAgain: (visit, draft, request) =>
      showImage(visit, request, { refused: { form: name, section, draft } }),
  })
}

async function findOrAddSubject(
  catalog: Catalog,
  contributor: Contributor,
  item: string | undefined,
): Promise<number> {
  const input = parseFields(newItemSubject, { kb_id: item })
  const { result } = await addItemSubject(catalog, contributor, { input, key: undefined })
  return result.subject.id
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
  if (text === '') return []
  const { results } = await suggestSubjects(catalog, text)
  return results.map(({ id, title, description, kb_id }) => ({
    title,
    description,
    field:
      id === null
        ? ({ name: 'kb_id', value: kb_id } as const)
        : ({ name: 'subject', value: String(id) } as const),
  }))
}
