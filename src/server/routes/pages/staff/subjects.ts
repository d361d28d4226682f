import { z } from 'zod'
import type { Reads } from '../../../../core/database/store.ts'
import { CatalogError } from '../../../../core/base/errors.ts'
import { MAX_SUBJECT_TITLE } from '../../../../core/base/limits.ts'
import { getSubjectId } from '../../../../core/queries/subjects/subject-id.ts'
import type { SubjectRecord } from '../../../../core/contract/subject-record.ts'
import {
  findSubjectRecords,
  getSubjectRecord,
  listSubjectPage,
} from '../../../../core/queries/subjects/subject-records.ts'
import { editSubject } from '../../../../core/writes/subjects/edit-subject.ts'
import { mergeSubject } from '../../../../core/writes/subjects/merge-subjects.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import { takePage } from '../../../http/cursor.ts'
import { toLine, toLines, toRecordDraft } from '../../../pages/staff/seen-values.ts'
import {
  createMergePage,
  createStaffSubjectsPage,
  createSubjectFormPage,
  STAFF_SUBJECTS_PATH,
  subjectFormPath,
} from '../../../pages/staff/subjects.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { idOf, parseFieldId, parseId } from '../../../http/parse-id.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { useCaseForm } from '../use-case-form.ts'
import { recordForm } from './record-form.ts'

const PAGE_SIZE = 50

const FIELDS = ['title', 'slug', 'description'] as const

type PageRequest = Pick<RouteRequest, 'catalog' | 'params'>

/** The pages of subjects for staff. */
export const staffSubjectRoutes: readonly Route[] = [
  privatePageRoute({
    path: STAFF_SUBJECTS_PATH,
    summary: 'Show all subjects, also those without images',
    access: 'staff',
    query: z.object({
      q: z
        .string()
        .default('')
        .describe('The beginning of a title, or an id, a slug or a Wikidata item.'),
      after: z.string().optional().describe('Show only those with higher ids.'),
    }),
    async show(visit, { catalog: { reads }, query }) {
      const search = query.q.trim().slice(0, MAX_SUBJECT_TITLE)
      const after = parseFieldId(query.after ?? null)
      const read = search
        ? await findSubjectRecords(reads, search, PAGE_SIZE)
        : await listSubjectPage(reads, { after, limit: PAGE_SIZE + 1 })
      const { rows, next } = takePage(read, PAGE_SIZE, ({ id }) => String(id))
      return createStaffSubjectsPage(visit, { subjects: rows, search, isFirst: after === 0, next })
    },
  }),
  privatePageRoute({
    path: '/staff/subjects/:id/',
    summary: 'Show what staff can change of a subject',
    access: 'staff',
    query: z.object({ done: z.string().optional() }),
    show: (visit, request) => showSubject(visit, request, { done: request.query.done }),
  }),
  recordForm(editSubject, {
    path: '/staff/subjects/:id/',
    summary: 'Change a subject',
    noun: 'Subject',
    names: FIELDS,
    formPath: subjectFormPath,
    showAgain: (visit, draft, request) => showSubject(visit, request, { draft }),
  }),
  privatePageRoute({
    path: '/staff/subjects/:id/merge/',
    summary: 'Ask whether to merge a subject into another one',
    access: 'staff',
    query: z.object({
      into: z.string().default('').describe('Id, slug or Wikidata item of the subject to keep.'),
    }),
    show: (visit, request) => showMerge(visit, request, request.query.into.trim(), emptyDraft()),
  }),
  useCaseForm(mergeSubject, {
    path: '/staff/subjects/:id/merge/',
    summary: 'Merge a subject into another one',
    fields: z.object({ into: z.string().describe('Id of the subject to keep.') }),
    target: idOf('Subject'),
    next: ({ into }) => `${subjectFormPath(into)}?done=merged`,
    showAgain: (visit, draft, request) =>
      showMerge(visit, request, draft.values['into'] ?? '', draft),
  }),
]

/** The stored values, as a form shows and sends them unchanged. */
function toValues({
  title,
  slug,
  description,
}: SubjectRecord): Record<(typeof FIELDS)[number], string> {
  return { title: toLine(title), slug, description: toLines(description) }
}

async function showSubject(
  visit: SignedInVisit,
  { catalog: { reads }, params }: PageRequest,
  { draft: entered, done }: { draft?: Draft; done?: string | undefined },
) {
  const subject = await getSubjectRecord(reads, parseId(params.id, 'Subject'))
  const draft = toRecordDraft(FIELDS, entered, toValues(subject))
  return createSubjectFormPage(visit, { subject, draft, done })
}

async function showMerge(
  visit: SignedInVisit,
  { catalog: { reads }, params }: PageRequest,
  entered: string,
  draft: Draft,
) {
  const from = await getSubjectRecord(reads, parseId(params.id, 'Subject'))
  const into = await findKept(visit, reads, { from, entered })
  return createMergePage(visit, { from, into, draft })
}

async function findKept(
  { messages: { subjectForms: texts } }: SignedInVisit,
  reads: Reads,
  { from, entered }: { from: SubjectRecord; entered: string },
) {
  if (entered === '') return { entered, problem: undefined }
  try {
    const into = await getSubjectRecord(reads, await getSubjectId(reads, entered))
    return into.id === from.id ? { entered, problem: texts.sameSubject } : into
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const isSeveral = error.kind === 'conflict'
    return { entered, problem: isSeveral ? texts.severalSubjects : texts.unknownSubject }
  }
}
