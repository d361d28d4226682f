import type { AuditEntry } from '../../../core/contract/audit.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { renderContributorName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import type { Messages } from '../../messages/messages.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderStaffSteps } from './steps.ts'

export interface HistoryContent extends Steps {
  /** Newest first. */
  entries: readonly AuditEntry[]
  /** Numbers of the image or the user whose changes are shown; empty for all. */
  filter: { image: string; person: string }
  isReverted: boolean
}

/** Characters of a value that the page shows. */
const MAX_SHOWN = 200

/** Lists what staff and administrators changed, with a button that reverts a change. */
export function createHistoryPage(visit: SignedInVisit, content: HistoryContent): Page {
  const { history } = visit.messages
  const { entries, isReverted } = content
  return {
    title: history.title,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${history.title}</h1>
      ${isReverted && html`<p class="note" role="status">${history.reverted}</p>`}
      ${renderFilter(visit, content)}
      ${entries.length === 0 && html`<p class="note">${history.none}</p>`}
      <ul class="rows changes">
        ${entries.map((entry) => renderEntry(visit, entry))}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

function renderFilter({ links, messages }: Visit, { filter }: HistoryContent): Html {
  const { history } = messages
  const field = (name: 'image' | 'person', label: string) =>
    html`<div class="field">
      <label>
        ${label} <input type="text" name="${name}" value="${filter[name]}" inputmode="numeric" />
      </label>
    </div>`
  return html`<form action="${links.base('/staff/history/')}">
    <div class="fields">${field('image', history.image)} ${field('person', history.person)}</div>
    <p class="buttons"><button class="quiet">${history.show}</button></p>
  </form>`
}

function renderEntry(visit: SignedInVisit, entry: AuditEntry): Html {
  const { links, session, messages } = visit
  const { history } = messages
  const { id, at, user, before, after } = entry
  const verb = nameVerb(messages, entry)
  const who = user
    ? html`<a href="${links.base(`/staff/people/${user.id}/`)}"
        >${renderContributorName(visit, user.username)}</a
      >`
    : html`${history.onHost}`
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return html`<li>
    <div>
      <p>
        <strong>${verb}</strong> · ${renderObject(visit, entry)}<br />
        <span class="soft"> ${renderTime(at)}, ${who} </span>
      </p>
      <dl>
        ${names.map(
          (name) =>
            html`<div>
              <dt>${nameIn(messages.changes.members, name)}</dt>
              <dd>${renderChange(visit, entry, name)}</dd>
            </div>`,
        )}
      </dl>
      ${
        entry.obstacle !== null
          ? html`<p class="soft">${history.obstacles[entry.obstacle]}</p>`
          : html`<form
              method="post"
              action="${links.base('/staff/history/revert/')}"
              class="inline"
            >
              ${renderFormFields(session)}
              <button class="link" name="entry" value="${id}">
                ${history.revert}<span class="unseen"
                  >: ${verb}, ${nameObject(messages, entry)}</span
                >
              </button>
            </form>`
      }
    </div>
  </li>`
}

/** @param time a timestamp of the API */
function renderTime(time: string): Html {
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>`
}

/** The last word of an action. */
function nameVerb({ changes }: Messages, { action }: AuditEntry): string {
  return nameIn(changes.verbs, action.slice(action.lastIndexOf('.') + 1))
}

function nameObject({ changes }: Messages, { object_type, object_id }: AuditEntry): string {
  return `${nameIn(changes.objects, object_type)} ${object_id}`
}

/** Entries of earlier versions may have names that this one does not know. */
function nameIn(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

function renderObject({ links, messages }: Visit, entry: AuditEntry): Html {
  const { object_type: type, object_id: id } = entry
  const text = nameObject(messages, entry)
  if (type === 'image') return html`<a href="${links.image(Number(id))}">${text}</a>`
  if (type === 'user') return html`<a href="${links.base(`/staff/people/${id}/`)}">${text}</a>`
  return html`<span>${text}</span>`
}

/** A value that stays the same is shown once. */
function renderChange(visit: Visit, { before, after }: AuditEntry, name: string): Html {
  const render = (state: NonNullable<AuditEntry['before']>) => renderValue(visit, name, state[name])
  if (before === null) return render(after ?? {})
  if (after === null || isSame(before[name], after[name])) return render(before)
  const { becomes } = visit.messages.history
  return html`${render(before)} <span aria-label="${becomes}" role="img">→</span> ${render(after)}`
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Members that are 0 or 1. */
const FLAGS = ['from_above', 'will_not_georef', 'public', 'is_staff']

function nameValue(messages: Messages, name: string, value: unknown): string {
  const { changes, check, editor, imageForm } = messages
  if (typeof value === 'boolean' || FLAGS.includes(name)) return value ? changes.yes : changes.no
  if (typeof value !== 'string') return JSON.stringify(value)
  if (name === 'confidence') return nameIn(editor.confidences, value)
  if (name === 'validation') return nameIn(check.verdicts, value)
  return name === 'mirror' ? nameIn(imageForm.mirrors, value) : value
}

function renderValue({ messages }: Visit, name: string, value: unknown): Html {
  if (value === null || value === undefined || value === '') {
    return html`<span class="soft">${messages.history.empty}</span>`
  }
  if (typeof value === 'string' && name.endsWith('_at')) return renderTime(value)
  const text = nameValue(messages, name, value)
  const characters = Array.from(text)
  const shown = characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : text
  return html`<bdi>${shown}</bdi>`
}
