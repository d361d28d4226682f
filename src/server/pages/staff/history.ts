import type { AuditEntry, RevertedBatch } from '../../../core/contract/audit.ts'
import { html, type Html } from '../../../core/base/html.ts'
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
  /** UUID of the batch whose changes are shown. If undefined, the last change of a batch stands for it. */
  batch: string | undefined
  /** Number of changes in each batch. */
  counts: ReadonlyMap<string, number>
  /** Result of the last form: `reverted`, `batch` or `partly`. */
  done: string | undefined
  /** Rest of a batch, of which the batch shown reverted a part. */
  rest: { batch: string; before: string } | undefined
}

/** Characters of a value that the page shows. */
const MAX_SHOWN = 200

/** Lists what staff and administrators changed, with a button that reverts a change. */
export function createHistoryPage(visit: SignedInVisit, content: HistoryContent): Page {
  const { history } = visit.messages
  const { entries, counts, done } = content
  const isOnly = content.filter.image !== '' || content.batch !== undefined
  return {
    title: history.title,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${history.title}</h1>
      ${done !== undefined && html`<p class="note" role="status">${nameDone(visit, done)}</p>`}
      ${content.batch === undefined ? renderFilter(visit, content) : renderBatch(visit, content)}
      ${entries.length === 0 && html`<p class="note">${history.none}</p>`}
      <ul class="rows changes">
        ${entries.map((entry) => {
          const count = counts.get(entry.batch ?? '') ?? 1
          return count > 1 && !isOnly
            ? renderBatchLine(visit, entry, count)
            : renderEntry(visit, entry, content.batch === undefined ? count : 1)
        })}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

function nameDone({ messages: { history } }: Visit, done: string): string {
  if (done === 'partly') return history.batchPartly
  return done === 'batch' ? history.batchReverted : history.reverted
}

/** The heading of the changes of one batch. */
function renderBatch(
  visit: SignedInVisit,
  { batch = '', counts, entries, rest }: HistoryContent,
): Html {
  const { links, messages } = visit
  const { history } = messages
  return html`${rest && renderRevertBatch(visit, { ...rest, into: batch }, history.revertRest)}
    <h2>${history.batch(counts.get(batch) ?? 0)}</h2>
    ${!rest && entries.some(canRevertBatch) && renderRevertBatch(visit, { batch }, history.revertBatch)}
    <p><a href="${links.base('/staff/history/')}">${history.allChanges}</a></p>`
}

/** Images of an import are deleted by undoing the import. */
function canRevertBatch({ action }: AuditEntry): boolean {
  return action !== 'image.create' && action !== 'batch.create'
}

/** The button that reverts a batch. */
export function renderRevertBatch(
  { links, session }: SignedInVisit,
  fields: { batch: string; before?: string; into?: string },
  text: string,
): Html {
  return html`<form
    method="post"
    action="${links.base('/staff/history/revert-batch/')}"
    class="inline"
  >
    ${renderFormFields(session)}
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="link">${text}</button>
  </form>`
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

/** One line for all changes of a batch. */
function renderBatchLine(visit: SignedInVisit, entry: AuditEntry, count: number): Html {
  const { history } = visit.messages
  return html`<li>
    <div>
      <p>
        <strong>${history.batch(count)}</strong> · ${nameVerb(visit.messages, entry)} ·
        ${renderBatchLink(visit, entry, history.showBatch)}<br />
        ${renderWhen(visit, entry)}
      </p>
      ${canRevertBatch(entry) && renderRevertBatch(visit, { batch: entry.batch ?? '' }, history.revertBatch)}
    </div>
  </li>`
}

function renderBatchLink({ links }: Visit, { batch }: AuditEntry, text: string): Html {
  return html`<a href="${links.base(`/staff/history/?batch=${batch}`)}">${text}</a>`
}

function renderWhen(visit: SignedInVisit, { at, user }: AuditEntry): Html {
  const { links, messages } = visit
  const who = user
    ? html`<a href="${links.base(`/staff/people/${user.id}/`)}"
        >${renderContributorName(visit, user.username)}</a
      >`
    : html`${messages.history.onHost}`
  return html`<span class="soft"> ${renderTime(at)}, ${who} </span>`
}

/** @param count how many changes its batch has; 1 if the page shows that already */
function renderEntry(visit: SignedInVisit, entry: AuditEntry, count: number): Html {
  const { links, session, messages } = visit
  const { history } = messages
  const { id, before, after } = entry
  const verb = nameVerb(messages, entry)
  const all = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const names = [...all].filter((name) => name !== 'left' || !isSame(after?.[name], []))
  return html`<li>
    <div>
      <p>
        <strong>${verb}</strong> · ${renderObject(visit, entry)}<br />
        ${renderWhen(visit, entry)}
      </p>
      ${count > 1 && html`<p>${renderBatchLink(visit, entry, history.partOfBatch(count))}</p>`}
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
  if (type === 'batch') {
    const link = links.base(`/staff/history/?batch=${id}`)
    return html`<a href="${link}">${nameIn(messages.changes.objects, type)}</a>`
  }
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

/** Changes of a batch that its revert left, as the audit log has them. */
type LeftChange = Pick<RevertedBatch['left'][number], 'object' | 'reason'>

function renderLeft({ changes, history }: Messages, left: readonly LeftChange[]): Html {
  const reasons = { ...history.obstacles, ...history.left }
  return html`<ul>
    ${left.map(({ object, reason }) => {
      const [type = '', id = ''] = object.split('/')
      return html`<li>${nameIn(changes.objects, type)} ${id}: ${nameIn(reasons, reason)}</li>`
    })}
  </ul>`
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
  if (typeof value === 'string' && (name.endsWith('_at') || name === 'since'))
    return renderTime(value)
  if (name === 'left') return renderLeft(messages, value as readonly LeftChange[])
  const text = nameValue(messages, name, value)
  const characters = Array.from(text)
  const shown = characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : text
  return html`<bdi>${shown}</bdi>`
}
