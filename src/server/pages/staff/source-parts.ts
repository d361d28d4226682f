import { html, type Html } from '../../../core/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import { renderDraftMessage } from '../parts/drafts.ts'
import { renderTextArea, renderTextField } from '../parts/fields.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderLoadedField, toField } from './seen-values.ts'

/** What forms of sources and of collections share. */

/** Says what a form did. @param done from the address of the page */
export function renderDone({ messages }: Visit, done: string | undefined): Html | null {
  const texts: Readonly<Record<string, string>> = messages.sourceForms.done
  if (done === undefined || !Object.hasOwn(texts, done)) return null
  return html`<p class="note" role="status">${texts[done]}</p>`
}

interface RecordForm {
  /** The path below the base URL to which the form is sent. */
  action: string
  draft: Draft
  button: string
  /** Whether it creates a record, beside the form of another one. */
  isNew?: true
}

/** The form of the record of a source or of a collection. */
export function renderRecordForm(
  visit: SignedInVisit,
  { action, draft, button, isNew }: RecordForm,
): Html {
  const { links, session, messages } = visit
  const { fields, hints } = messages.sourceForms
  const field = (name: keyof typeof fields, hint?: string) => {
    const id = isNew ? `new-${name}` : name
    return toField(visit, draft, { name, label: fields[name], hint, id })
  }
  return html`<form method="post" action="${links.base(action)}">
    ${renderDraftMessage(draft)} ${renderFormFields(session)} ${!isNew && renderLoadedField(draft)}
    ${renderTextField(field('name'))}
    ${renderTextField(field('slug', isNew ? hints.newSlug : hints.slug))}
    ${renderTextField(field('url'))} ${renderTextArea({ ...field('description'), rows: 4 })}
    <p class="buttons"><button>${button}</button></p>
  </form>`
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
