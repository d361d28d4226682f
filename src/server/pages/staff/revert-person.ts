import type { ContributionsPreview } from '../../../core/contract/moderation.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderCounts } from '../counts.ts'
import { renderFormFields } from '../csrf-field.ts'
import { renderDay } from '../date.ts'
import { renderName, toPlainName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { subjectFormPath } from './subjects.ts'

export interface RevertContent {
  person: { id: number; username: string; isSuspended: boolean }
  /** As the field of the form writes it, in UTC: `2026-03-01T12:00`. */
  since: string
  /** Undefined if the time is missing or invalid. */
  preview: ContributionsPreview | undefined
  /** Whether a part was reverted, and this is the rest. */
  isRest: boolean
  /** UUID of the batch of that part. */
  batch: string | undefined
}

/** Asks from which time on contributions are reverted. */
export function renderRevertSearch({ links, messages }: Visit, id: number, since = ''): Html {
  const { people } = messages
  return html`<form action="${links.base(`/staff/people/${id}/revert/`)}">
    <label for="since">${people.revertSince}</label>
    <input type="datetime-local" id="since" name="since" value="${since}" required />
    <p class="buttons"><button class="quiet">${people.revertPreview}</button></p>
  </form>`
}

/** Shows which contributions of a user would be reverted, and asks for a confirmation. */
export function createRevertPage(visit: SignedInVisit, content: RevertContent): Page {
  const { links, messages } = visit
  const { people } = messages
  const { person, since, preview, isRest } = content
  return {
    title: `${people.revertTitle}: ${toPlainName(person.username)}`,
    width: 'narrow',
    main: html`${renderStaffBreadcrumbs(visit, [
        { url: links.base('/staff/people/'), name: people.title },
        { url: links.base(`/staff/people/${person.id}/`), name: toPlainName(person.username, 40) },
      ])}
      <h1>${people.revertTitle}</h1>
      <p class="name">${renderName(person.username)}</p>
      ${isRest && html`<p class="note" role="status">${people.done.partly}</p>`}
      ${preview ? renderPreview(visit, content, preview) : html`<p class="error" role="alert">${visit.messages.problems.no_time}</p>`}
      ${renderRevertSearch(visit, person.id, since)}`,
  }
}

function renderPreview(
  visit: SignedInVisit,
  { person, since, batch }: RevertContent,
  preview: ContributionsPreview,
): Html {
  const { language, links, session, messages } = visit
  const { account, people, work } = messages
  if (preview.results.length === 0) return html`<p class="note">${people.nothingToRevert}</p>`
  return html`${renderCounts(language, [
      [account.points, preview.point_georeferences],
      [account.areas, preview.from_above_georeferences],
      [account.validations, preview.validations],
      [account.comments, preview.comments],
      [work.tags, preview.tags],
      [people.removedTags, preview.removed_tags],
      [people.tagOrders, preview.tag_orders],
      [people.newSubjects, preview.subjects],
    ])}
    <p class="soft">${people.countedAtMost}</p>
    <p>${people.revertExplained}</p>
    ${!person.isSuspended && html`<p>${people.suspendFirst}</p>`}
    <form method="post" action="${links.base(`/staff/people/${person.id}/revert/`)}">
      ${renderFormFields(session)}
      <input type="hidden" name="since" value="${since}" />
      ${batch !== undefined && html`<input type="hidden" name="batch" value="${batch}" />`}
      <p class="buttons"><button>${people.revertAll}</button></p>
    </form>
    <h2>${people.newestOfThem}</h2>
    <ul class="rows">
      ${preview.results.map(
        ({ kind, id, image_id: image, created_at: time }) =>
          html`<li>
            <span>${people.contributionKinds[kind]}, ${renderDay(language, time)}</span>
            ${
              image === null
                ? html`<a href="${links.base(subjectFormPath(id))}">#${id}</a>`
                : html`<a href="${links.image(image)}">#${image}</a>`
            }
          </li>`,
      )}
    </ul>`
}
