import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { isSignedIn, type Visit } from '../visit.ts'
import { scopeField, type Scope } from './scope.ts'

/** A message about an earlier event, such as the placement of the last image. */
export interface Notice {
  text: string
  /** The form that undoes it; undefined if it cannot be undone. */
  undo?: Undo | undefined
}

export interface Undo {
  /** Below the base URL. */
  path: string
  fields: Readonly<Record<string, string>>
}

/** The form stands outside of that of the editor, whose fields it must not send. */
const FORM = 'undo'

/** Renders a notice, with the button of the form that undoes what it says. */
export function renderNotice({ messages }: Visit, notice: Notice | undefined): Html | undefined {
  return (
    notice &&
    html`<p class="note" role="status">
      <span id="notice">${notice.text}</span>
      ${
        notice.undo &&
        html`<button form="${FORM}" class="link" aria-describedby="notice">
          ${messages.editor.undo}
        </button>`
      }
    </p>`
  )
}

/** Renders the form that undoes what a notice says. */
export function renderUndoForm(
  visit: Visit,
  { notice, scope }: { notice: Notice | undefined; scope: Scope },
): Html | undefined {
  const undo = notice?.undo
  if (!undo || !isSignedIn(visit)) return undefined
  return html`<form id="${FORM}" method="post" action="${visit.links.base(undo.path)}">
    ${Object.entries(undo.fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${scopeField(scope)} ${renderFormFields(visit.session)}
  </form>`
}
