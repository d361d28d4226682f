import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import type { RecordField } from './record-form.ts'

/** Parts that the forms of sources and of collections share. */

/** Says what a form did. @param done from the address of the page */
export function renderDone({ messages }: Visit, done: string | undefined): Html | null {
  const texts: Readonly<Record<string, string>> = messages.sourceForms.done
  if (done === undefined || !Object.hasOwn(texts, done)) return null
  return html`<p class="note" role="status">${texts[done]}</p>`
}

/** The fields of a source or of a collection. */
export function sourceFields(
  { messages }: Visit,
  { isNew = false }: { isNew?: boolean } = {},
): readonly RecordField[] {
  const { fields, hints } = messages.sourceForms
  return [
    { name: 'name', label: fields.name },
    { name: 'slug', label: fields.slug, hint: isNew ? hints.newSlug : hints.slug },
    { name: 'url', label: fields.url },
    { name: 'description', label: fields.description, control: 'lines', rows: 4 },
  ]
}

/** Says whether it is public, with the button that changes it. */
export function renderVisibility(
  { links, session, messages }: SignedInVisit,
  { action, isPublic, explanation }: { action: string; isPublic: boolean; explanation: string },
): Html {
  const { sourceForms: texts } = messages
  return html`<h2>${texts.visibility}</h2>
    <p>${explanation}</p>
    ${isPublic && html`<p class="soft">${texts.hidingExplained}</p>`}
    <form method="post" action="${links.base(action)}">
      ${renderFormFields(session)}
      <p class="buttons">
        <button name="public" value="${isPublic ? 'no' : 'yes'}" class="quiet">
          ${isPublic ? texts.hide : texts.publish}
        </button>
      </p>
    </form>`
}

/** A link to the form of a source or collection, with its size and whether it is public. */
export function renderRow(
  visit: Visit,
  row: { url: string; name: string; isPublic: boolean; size: string },
): Html {
  const { url, name, isPublic, size } = row
  return html`<li>
    <span><a href="${url}" dir="auto">${name}</a>${renderHiddenBadge(visit, isPublic)}</span>
    <span class="soft">${size}</span>
  </li>`
}
