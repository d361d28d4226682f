import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import { formTexts } from '../editor/form-texts.ts'
import { renderDraftMessage } from '../parts/drafts.ts'
import {
  renderCheckbox,
  renderChoice,
  renderTextArea,
  renderTextField,
  type Field,
  type Option,
} from '../parts/fields.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderLoadedField, toField } from './seen-values.ts'

/** Control for a value: a line of text by default. */
type Control =
  | { control?: 'line' | 'number' | 'checkbox' }
  | { control: 'lines'; rows: number }
  | { control: 'choice'; options: readonly Option[] }

/** A member of a record: its field, or a heading above those that follow. */
export type RecordField =
  | (Pick<Field, 'name' | 'label' | 'hint'> & Control)
  | { control: 'heading'; label: string }

interface RecordForm {
  /** The path below the base URL to which the form is sent. It also names what was typed and not sent. */
  action: string
  draft: Draft
  fields: readonly RecordField[]
  button: string
  /** Whether it creates a record, maybe beside the form of another one. */
  isNew?: true
}

/**
 * The form of a record from a table of its fields. It keeps what was typed until it is accepted, and asks before that is
 * lost. Its page must be enhanced.
 */
export function renderRecordForm(
  visit: SignedInVisit,
  { action, draft, fields, button, isNew }: RecordForm,
): Html {
  const { links, session } = visit
  return html`<form
    method="post"
    action="${links.base(action)}"
    data-enhance="form"
    data-draft="${action}"
    data-form-texts="${formTexts(visit)}"
  >
    <div data-part="${action}">
      ${renderDraftMessage(draft)} ${renderFormFields(session)}
      ${!isNew && renderLoadedField(draft)}
      ${fields.map((field) => renderRecordField(visit, draft, field, isNew))}
    </div>
    <p class="form-status" role="status"></p>
    <p class="buttons"><button>${button}</button></p>
  </form>`
}

function renderRecordField(
  visit: SignedInVisit,
  draft: Draft,
  record: RecordField,
  isNew = false,
): Html {
  if (record.control === 'heading') return html`<h2>${record.label}</h2>`
  const { name, label, hint } = record
  const field = toField(visit, draft, { name, label, hint, id: isNew ? `new-${name}` : name })
  switch (record.control) {
    case 'lines':
      return renderTextArea({ ...field, rows: record.rows })
    case 'choice':
      return renderChoice(field, record.options)
    case 'checkbox':
      return renderCheckbox(field)
    default:
      return renderTextField({ ...field, isYear: record.control === 'number' })
  }
}
