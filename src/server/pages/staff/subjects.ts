import { html, type Html } from '../../../core/base/html.ts'
import { MAX_SUBJECT_TITLE } from '../../../core/base/limits.ts'
import { toItemUri } from '../../../core/model/item-id.ts'
import type { SubjectRecord } from '../../../core/contract/subject-record.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderDraftMessage } from '../parts/drafts.ts'
import { renderTextField } from '../parts/fields.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { renderRecordForm } from './record-form.ts'
import { renderStaffSteps } from './steps.ts'

/** The address of the list below the base URL. */
export const STAFF_SUBJECTS_PATH = '/staff/subjects/'

/** The address of the form of a subject below the base URL. */
export function subjectFormPath(id: number): string {
  return `${STAFF_SUBJECTS_PATH}${id}/`
}

export interface SubjectListContent extends Steps {
  subjects: readonly SubjectRecord[]
  /** Search text; empty for all subjects. */
  search: string
}

/** Lists all subjects, those without images too, or those that were searched. */
export function createStaffSubjectsPage(visit: SignedInVisit, content: SubjectListContent): Page {
  const { links, messages } = visit
  const { subjectForms: texts, subjects: pages, lists } = messages
  const { subjects, search } = content
  return {
    title: pages.title,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${pages.title}</h1>
      <form action="${links.base(STAFF_SUBJECTS_PATH)}" role="search" class="search">
        <label for="search" class="unseen">${texts.search}</label>
        <input
          type="search"
          id="search"
          name="q"
          value="${search}"
          placeholder="${texts.search}"
          maxlength="${MAX_SUBJECT_TITLE}"
        />
        <button>${texts.find}</button>
      </form>
      ${subjects.length === 0 && html`<p class="note">${texts.none}</p>`}
      <ul class="rows">
        ${subjects.map(
          ({ id, title, item, images }) =>
            html`<li>
              <a href="${links.base(subjectFormPath(id))}" dir="auto">${title}</a>
              <span class="soft">${item}, ${lists.images(images)}</span>
            </li>`,
        )}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

export interface SubjectFormContent {
  subject: SubjectRecord
  draft: Draft
  /** Result of the last form, from the query string. */
  done: string | undefined
}

/** Shows the forms that change a subject, and merge it into another one. */
export function createSubjectFormPage(
  visit: SignedInVisit,
  { subject, draft, done }: SubjectFormContent,
): Page {
  const { messages } = visit
  const { subjectForms: texts } = messages
  const { fields, hints } = texts
  return {
    title: subject.title,
    width: 'narrow',
    isEnhanced: true,
    main: html`${renderSubjectBreadcrumbs(visit)}
      <h1 dir="auto">${subject.title}</h1>
      ${renderDone(visit, done)} ${renderItem(visit, subject)}
      ${renderRecordForm(visit, {
        action: subjectFormPath(subject.id),
        draft,
        fields: [
          { name: 'title', label: fields.title },
          { name: 'slug', label: fields.slug, hint: hints.slug },
          {
            name: 'description',
            label: fields.description,
            hint: hints.description,
            control: 'lines',
            rows: 4,
          },
        ],
        button: messages.imageForm.save,
      })}
      <h2>${texts.merge}</h2>
      <p>${texts.mergeHint}</p>
      ${renderChoice(visit, subject.id, { into: '', problem: undefined })}`,
  }
}

function renderSubjectBreadcrumbs(
  visit: Visit,
  between: readonly { url: string; name: string }[] = [],
): Html {
  const { links, messages } = visit
  return renderStaffBreadcrumbs(visit, [
    { url: links.base(STAFF_SUBJECTS_PATH), name: messages.subjects.title },
    ...between,
  ])
}

function renderDone({ messages }: Visit, done: string | undefined): Html | null {
  const texts: Readonly<Record<string, string>> = messages.subjectForms.done
  if (done === undefined || !Object.hasOwn(texts, done)) return null
  return html`<p class="note" role="status">${texts[done]}</p>`
}

function renderItem({ links, messages }: Visit, subject: SubjectRecord): Html {
  const { id, item, item_title: title, item_description: description, slug } = subject
  const { subjectForms: texts, lists, sourceForms, subjects } = messages
  const isPublic = subject.public_images > 0
  return html`<p>
      ${texts.number(id)} ·
      ${lists.images(subject.images)}${
        isPublic &&
        html` · <a href="${links.base(`/subjects/${slug}/`)}">${sourceForms.publicPage}</a>`
      }
    </p>
    <p>
      <a href="${toItemUri(item)}" rel="nofollow">${subjects.knowledgeBase(item)}</a>
      <span class="soft" dir="auto">${title}${description !== '' && `, ${description}`}</span>
    </p>`
}

/** The form that chooses the subject to keep. */
function renderChoice(
  { links, messages }: Visit,
  id: number,
  { into, problem }: { into: string; problem: string | undefined },
): Html {
  const { subjectForms: texts } = messages
  const field = { name: 'into', label: texts.into, hint: texts.intoHint, value: into, problem }
  return html`<form action="${links.base(`${subjectFormPath(id)}merge/`)}">
    ${renderTextField(field)}
    <p class="buttons"><button class="quiet">${texts.continue}</button></p>
  </form>`
}

export interface MergeContent {
  from: SubjectRecord
  /** The subject to keep, or what was entered and why it is none. */
  into: SubjectRecord | { entered: string; problem: string | undefined }
  draft: Draft
}

/** Asks whether to merge a subject into another one. */
export function createMergePage(visit: SignedInVisit, { from, into, draft }: MergeContent): Page {
  const { links, messages, session } = visit
  const { subjectForms: texts, lists, imageForm } = messages
  const form = subjectFormPath(from.id)
  const isChosen = 'id' in into
  const question = isChosen ? texts.mergeAsk(from.title, into.title) : texts.merge
  return {
    title: question,
    width: 'narrow',
    main: html`${renderSubjectBreadcrumbs(visit, [{ url: links.base(form), name: from.title }])}
      <h1 dir="auto">${question}</h1>
      ${renderDraftMessage(draft)}
      ${
        isChosen
          ? html`<ul class="rows">
                ${[from, into].map(
                  ({ id, title, item, images }) =>
                    html`<li>
                      <a href="${links.base(subjectFormPath(id))}" dir="auto">${title}</a>
                      <span class="soft">${item}, ${lists.images(images)}</span>
                    </li>`,
                )}
              </ul>
              <p dir="auto">${texts.mergeWarning(from.title, into.title)}</p>
              <form method="post" action="${links.base(`${form}merge/`)}">
                ${renderFormFields(session)}
                <input type="hidden" name="into" value="${into.id}" />
                <p class="buttons">
                  <button>${texts.mergeButton}</button>
                  <a href="${links.base(form)}" class="button quiet">${imageForm.cancel}</a>
                </p>
              </form>`
          : html`<p>${texts.mergeHint}</p>
              ${renderChoice(visit, from.id, { into: into.entered, problem: into.problem })}`
      }`,
  }
}
