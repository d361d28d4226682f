import { html, type Html } from '../../../core/html.ts'

/** A field of a form. */
export interface Field {
  name: string
  label: string
  value: string
  hint?: string | undefined
  /** Why the value is invalid. */
  problem?: string | undefined
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

function renderField({ name, label, hint, problem }: Field, control: Html): Html {
  return html`<div class="field">
    <label>${label} ${control}</label>
    ${problem !== undefined && html`<p class="error" id="${name}-note">${problem}</p>`}
    ${
      problem === undefined &&
      hint !== undefined &&
      html`<p class="soft" id="${name}-note">${hint}</p>`
    }
  </div>`
}

function describe({ name, hint, problem }: Field): Html {
  const isInvalid = problem !== undefined
  return html`${isInvalid && html`aria-invalid="true"`}
  ${(isInvalid || hint !== undefined) && html`aria-describedby="${name}-note"`}`
}
