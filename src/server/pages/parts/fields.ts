import { html, type Html } from '../../../core/base/html.ts'
import { renderProblem } from './field-problem.ts'

/** A field of a form. */
export interface Field {
  name: string
  label: string
  value: string
  hint?: string | undefined
  /** Why the value is invalid. */
  problem?: string | undefined
  /** Prefix of ids in the page: by default the name, which several forms may use. */
  id?: string | undefined
}

export interface Option {
  value: string
  label: string
}

/** A field for text. A field for years opens the keyboard for digits on phones. */
export function renderTextField(field: Field & { isYear?: boolean }): Html {
  return renderField(
    field,
    html`<input
      type="text"
      name="${field.name}"
      value="${field.value}"
      ${field.isYear && html`inputmode="numeric"`}
      ${describe(field)}
    />`,
  )
}

/** A field for a text of several lines. */
export function renderTextArea(field: Field & { rows: number }): Html {
  return renderField(
    field,
    html`<textarea name="${field.name}" rows="${field.rows}" ${describe(field)}>
${field.value}</textarea>`,
  )
}

/** A box that sends `true` if it is checked, and `false` otherwise. */
export function renderCheckbox(field: Field): Html {
  return html`<div class="field">
    <input type="hidden" name="${field.name}" value="false" />
    <label class="check"
      ><input
        type="checkbox"
        name="${field.name}"
        value="true"
        ${field.value === 'true' && html`checked`}
        ${describe(field)}
      />
      ${field.label}</label
    >
    ${renderNote(field)}
  </div>`
}

/** A choice. A value that is none of the options is one more. */
export function renderChoice(field: Field, options: readonly Option[]): Html {
  const isKnown = options.some(({ value }) => value === field.value)
  const all = isKnown ? options : [...options, { value: field.value, label: field.value }]
  return renderField(
    field,
    html`<select name="${field.name}" ${describe(field)}>
      ${all.map(
        ({ value, label }) =>
          html`<option value="${value}" ${value === field.value && html`selected`}>
            ${label}
          </option>`,
      )}
    </select>`,
  )
}

function renderField(field: Field, control: Html): Html {
  return html`<div class="field">
    <label>${field.label} ${control}</label>
    ${renderNote(field)}
  </div>`
}

function renderNote({ name, hint, problem, id = name }: Field): Html | null {
  if (problem !== undefined) return renderProblem(id, problem)
  return hint === undefined ? null : html`<p class="soft" id="${id}-note">${hint}</p>`
}

function describe({ name, hint, problem, id = name }: Field): Html {
  const isInvalid = problem !== undefined
  return html`${isInvalid && html`aria-invalid="true"`}
  ${(isInvalid || hint !== undefined) && html`aria-describedby="${id}-note"`}`
}
