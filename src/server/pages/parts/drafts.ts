import { html, type Html } from '../../../core/base/html.ts'
import type { Draft } from '../draft.ts'
import { renderTextField, type Field } from './fields.ts'

/** The error of a form that does not concern single fields. */
export function renderDraftMessage({ message }: Draft): Html | null {
  return message === undefined ? null : html`<p class="error" role="alert">${message}</p>`
}

/** A text field with what the user entered, and why it was not accepted. */
export function renderDraftField(draft: Draft, field: Omit<Field, 'value' | 'problem'>): Html {
  return renderTextField(withDraft(draft, field))
}

/** A field with what the user entered, and why it was not accepted. */
export function withDraft(
  { values, fieldErrors }: Draft,
  field: Omit<Field, 'value' | 'problem'>,
): Field {
  const problem = fieldErrors[field.name]?.join(' ')
  return { ...field, value: values[field.name] ?? '', problem }
}
