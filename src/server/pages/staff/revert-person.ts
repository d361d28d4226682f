import type { ContributionsPreview } from '../../../core/contract/moderation.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { ContributionKind } from '../../../core/model/contribution-kinds.ts'
import { listTimeZones } from '../../../core/model/zoned-time.ts'
import type { ContributionDetails } from '../../../core/queries/people/contribution-details.ts'
import { renderCounts } from '../counts.ts'
import { renderFormFields } from '../csrf-field.ts'
import { renderName, toPlainName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import { renderCoordinates } from '../parts/coordinates.ts'
import { renderImageLink } from '../parts/image-link.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { subjectFormPath } from './subjects.ts'

/** A time as the fields of the form have it: `2026-03-01T12:00`, in a time zone. */
export interface ShownTime {
  since: string
  /** Undefined if none was chosen. */
  zone: string | undefined
}

/** A contribution that would be reverted. */
export interface ShownContribution extends ContributionDetails {
  kind: ContributionKind
  /** Identifies it in the form. */
  name: string
  id: number
  /** ISO 8601. */
  at: string
  /** Null for a subject. */
  image: { id: number; title: string; thumbnail: string | null } | null
}

export interface RevertContent extends ShownTime {
  person: { id: number; username: string; isSuspended: boolean }
  /** Number of contributions, by kind. Undefined if the time is missing or invalid. */
  counts: Omit<ContributionsPreview, 'results'> | undefined
  /** One page of them, newest first. */
  contributions: readonly ShownContribution[]
  /** Cursor of the next page; undefined on the last one. */
  next: string | undefined
  /** Names of the contributions to leave as they are, on all pages. */
  keep: readonly string[]
  /** Whether a part was reverted, and this is the rest. */
  isRest: boolean
  /** UUID of the batch of that part. */
  batch: string | undefined
}

/** Asks from which time on contributions are reverted. */
export function renderRevertSearch(
  { links, messages }: Visit,
  id: number,
  { since, zone }: ShownTime = { since: '', zone: undefined },
): Html {
  const { people } = messages
  return html`<form action="${links.base(`/staff/people/${id}/revert/`)}">
    <div class="field">
      <label>
        ${people.revertSince}
        <input type="datetime-local" name="since" value="${since}" required />
      </label>
    </div>
    <div class="field">
      <label>
        ${people.timeZone}
        <select name="zone" ${zone === undefined && html`data-enhance="time-zone"`}>
          ${listTimeZones().map(
            (name) => html`<option ${name === zone && html`selected`}>${name}</option>`,
          )}
        </select>
      </label>
    </div>
    <p class="buttons"><button class="quiet">${people.revertPreview}</button></p>
  </form>`
}

/** Shows which contributions of a user would be reverted, and asks for a confirmation. */
export function createRevertPage(visit: SignedInVisit, content: RevertContent): Page {
  const { links, messages } = visit
  const { people } = messages
  const { person, counts, isRest } = content
  return {
    title: `${people.revertTitle}: ${toPlainName(person.username)}`,
    width: 'narrow',
    hasPictures: true,
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit, [
        { url: links.base('/staff/people/'), name: people.title },
        { url: links.base(`/staff/people/${person.id}/`), name: toPlainName(person.username, 40) },
      ])}
      <h1>${people.revertTitle}</h1>
      <p class="name">${renderName(person.username)}</p>
      ${isRest && html`<p class="note" role="status">${people.done.partly}</p>`}
      ${counts ? renderPreview(visit, content, counts) : html`<p class="error" role="alert">${messages.problems.no_time}</p>`}
      ${renderRevertSearch(visit, person.id, content)}`,
  }
}

function renderPreview(
  visit: SignedInVisit,
  content: RevertContent,
  counts: NonNullable<RevertContent['counts']>,
): Html {
  const { language, links, session, messages } = visit
  const { account, people, work } = messages
  const { person, contributions, next, keep, batch, since, zone } = content
  if (contributions.length === 0 && keep.length === 0)
    return html`<p class="note">${people.nothingToRevert}</p>`
  const shown = new Set(contributions.map(({ name }) => name))
  const elsewhere = keep.filter((name) => !shown.has(name))
  const hidden = Object.entries({ since, zone, batch, kept: elsewhere.join(',') })
  return html`${renderCounts(language, [
      [account.points, counts.point_georeferences],
      [account.areas, counts.from_above_georeferences],
      [account.validations, counts.validations],
      [account.comments, counts.comments],
      [work.tags, counts.tags],
      [people.removedTags, counts.removed_tags],
      [people.tagOrders, counts.tag_orders],
      [people.newSubjects, counts.subjects],
    ])}
    <p class="soft">${people.countedAtMost}</p>
    <p>${people.revertExplained}</p>
    ${!person.isSuspended && html`<p>${people.suspendFirst}</p>`}
    <form method="post" action="${links.base(`/staff/people/${person.id}/revert/`)}">
      ${renderFormFields(session)}
      ${hidden.map(
        ([name, value]) =>
          value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <ul class="works">
        ${contributions.map((each) => renderContribution(visit, each, { zone, keep }))}
      </ul>
      ${elsewhere.length > 0 && html`<p>${people.kept(elsewhere.length)}</p>`}
      <p class="buttons">
        <button>${keep.length > 0 ? people.revertOthers : people.revertAll}</button>
        ${
          next !== undefined &&
          html`<button class="quiet" name="after" value="${next}">${people.older}</button>`
        }
      </p>
    </form>`
}

function renderContribution(
  visit: SignedInVisit,
  contribution: ShownContribution,
  { zone, keep }: Pick<RevertContent, 'zone' | 'keep'>,
): Html {
  const { language, links, messages } = visit
  const { people } = messages
  const { kind, name, id, at, image, text } = contribution
  const format = { timeZone: zone, dateStyle: 'medium', timeStyle: 'medium' } as const
  return html`<li>
    ${image && renderImageLink(links.image(image.id), image)}
    <div>
      <p>${renderDescription(visit, contribution)}</p>
      ${text && html`<blockquote dir="auto">${text}</blockquote>`}
      <p class="soft">
        <time datetime="${at}">${new Date(at).toLocaleString(language, format)}</time>
      </p>
      <label class="check"
        ><input type="checkbox" name="keep-${name}" ${keep.includes(name) && html`checked`} />
        ${people.keep}<span class="unseen">: ${people.contributionKinds[kind]} ${id}</span></label
      >
    </div>
  </li>`
}

function renderDescription(visit: SignedInVisit, contribution: ShownContribution): Html {
  const { people, work } = visit.messages
  const { kind, confidence, verdict, latitude, longitude } = contribution
  return html`<strong>${people.contributionKinds[kind]}</strong>
    ${renderSubject(visit, contribution)} ${confidence && work.confidences[confidence]}
    ${verdict && work.verdicts[verdict]}
    ${
      latitude !== undefined &&
      longitude !== undefined &&
      renderCoordinates(visit, { latitude, longitude })
    }`
}

function renderSubject({ links }: Visit, { kind, id, subject = '' }: ShownContribution): Html {
  if (kind !== 'subject') return html`<bdi>${subject}</bdi>`
  return html`<a href="${links.base(subjectFormPath(id))}"><bdi>${subject}</bdi></a>`
}
