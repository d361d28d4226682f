import { html, type Html } from '../../../core/base/html.ts'
import { describeProblem, renderProblem } from './field-problem.ts'

interface TextControl {
  id: string
  name: string
  rows: number
  maxLength: number
  value: string | undefined
  /** The error below it. */
  problem: string | undefined
  /** Further attributes. */
  attributes?: Html
}

/** A text area whose label stands before it, followed by its error. */
export function renderTextControl(field: TextControl): Html {
  const { id, name, rows, maxLength, value = '', problem, attributes } = field
  return html`<textarea
      id="${id}"
      name="${name}"
      rows="${rows}"
      maxlength="${maxLength}"
      ${attributes}
      ${describeProblem(id, problem)}
    >
${value}</textarea>
    ${renderProblem(id, problem)}`
}
