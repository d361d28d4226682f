import type { Micros } from '../../../core/base/clock.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { MAX_SUSPENSION_REASON } from '../../../core/base/limits.ts'
import { renderFormFields } from '../csrf-field.ts'
import { renderDate } from '../date.ts'
import { renderName } from '../display-name.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import { renderDraftMessage } from '../parts/drafts.ts'
import { renderWorks, WORK_KINDS, type WorkKind, type WorksContent } from '../parts/works.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { renderCommentButton } from './comment-buttons.ts'
import { renderRevertSearch } from './revert-person.ts'

export interface Person {
  id: number
  username: string
  isStaff: boolean
  /** When the user signed in first. */
  createdAt: Micros
  suspension: { at: Micros; reason: string | null } | null
}

export interface PersonContent {
  person: Person
  works: Omit<WorksContent, 'kinds' | 'renderActions'>
  /** Result of a form, from the query string. */
  done: string | undefined
  /** The suspension that was not accepted. */
  draft: Draft
}

/** The page of a user for staff. */
export function personPath(id: number): string {
  return `/staff/people/${id}/`
}

/** Shows a user to staff: the contributions, and whether the user is suspended, with forms to change that. */
export function createPersonPage(visit: SignedInVisit, content: PersonContent): Page {
  const { links, messages } = visit
  const { account, people } = messages
  const { person, works, done, draft } = content
  const name = renderName(person.username)
  return {
    title: `${people.title}: ${person.username}`,
    hasPictures: true,
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit, [{ url: links.base('/staff/people/'), name: people.title }])}
      <h1 class="name">
        ${name}${person.isStaff && html` <span class="badge">${account.staff}</span>`}
      </h1>
      ${renderDone(visit, done)} ${renderDraftMessage(draft)}
      <p class="soft">
        ${account.number(person.id)}, ${people.since(renderDate(visit.language, person.createdAt))}
      </p>
      ${renderSuspension(visit, content)}
      <p>
        <a href="${links.base(`/staff/history/?person=${person.id}`)}">${messages.history.title}</a>
      </p>
      ${
        (!person.isStaff || person.id === visit.session.userId) &&
        html`<h2>${people.revertTitle}</h2>
          ${renderRevertSearch(visit, person.id)}`
      }
      <h2>${people.contributions}</h2>
      ${renderWorks(visit, {
        ...works,
        kinds: WORK_KINDS,
        ...(isComments(works.kind) && {
          renderActions: ({ id, text }) =>
            renderCommentButton(visit, {
              id,
              text: text ?? '',
              isHidden: works.kind === 'hidden',
              from: { person: person.id },
            }),
        }),
      })}`,
  }
}

function renderDone({ messages }: SignedInVisit, done: string | undefined): Html | null {
  const { people, contribute } = messages
  const texts = new Map(
    Object.entries({
      ...people.done,
      hidden: contribute.done.hidden,
      shown: contribute.done.shown,
    }),
  )
  const text = texts.get(done ?? '')
  return text === undefined ? null : html`<p class="note" role="status">${text}</p>`
}

function isComments(kind: WorkKind): boolean {
  return kind === 'comments' || kind === 'hidden'
}

function renderSuspension(visit: SignedInVisit, { person, draft }: PersonContent): Html {
  const { links, language, session, messages } = visit
  const { people } = messages
  const { id, suspension } = person
  const note =
    suspension &&
    html`<p class="note">
      ${people.suspendedOn(renderDate(language, suspension.at))}
      ${suspension.reason !== null && html`<br /><q dir="auto">${suspension.reason}</q>`}
    </p>`
  if (person.isStaff)
    return html`${note}
      <p class="soft">${messages.problems.other_staff}</p>`
  if (suspension) {
    return html`<form method="post" action="${links.base(`${personPath(id)}reinstate/`)}">
      ${note} ${renderFormFields(session)}
      <p class="buttons"><button class="quiet">${people.reinstate}</button></p>
    </form>`
  }
  return html`<form
    method="post"
    action="${links.base(`${personPath(id)}suspend/`)}"
    class="reason"
  >
    ${renderFormFields(session)}
    <label for="reason">${people.reason}</label>
    <textarea id="reason" name="reason" rows="2" maxlength="${MAX_SUSPENSION_REASON}">
${draft.values['reason'] ?? ''}</textarea>
    <p class="soft">${people.suspendHint}</p>
    <p class="buttons"><button class="quiet">${people.suspend}</button></p>
  </form>`
}
