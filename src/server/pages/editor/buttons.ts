import { html, type Html } from '../../../core/base/html.ts'
import { MAX_SKIP_REASON } from '../../../core/base/limits.ts'
import type { FlagReason } from '../../../core/model/flag-reasons.ts'
import type { ImageDetail } from '../../../core/contract/image.ts'
import { signInPath } from '../../oauth/sign-in-path.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import type { Visit } from '../visit.ts'
import { renderTextControl } from '../parts/text-control.ts'
import { pathInScope, scopeField, type Scope } from './scope.ts'

/** An editor of an image, and the scope in which its user works. */
export interface Scoped {
  visit: Visit
  image: ImageDetail
  scope: Scope
  /** The names of collections and the like in the scope. */
  scopeNames: readonly string[]
}

/** Code of the question whether a position is meant that usually is a mistake. */
export const UNLIKELY_POSITION = 'unlikely_position'

/**
 * Renders the fields that users do not see. A form that comes back for another reason than a newer placement still names
 * the one that the user saw.
 * @param newest the newest placement
 */
export function renderHiddenFields(
  { visit, image, scope, draft: { values, code } }: Scoped & { draft: Draft },
  newest: number | undefined,
): Html {
  const previous = code === 'superseded' ? newest : (values.previous ?? newest)
  const isMeant = code === UNLIKELY_POSITION || values.meant !== undefined
  return html`<input type="hidden" name="image" value="${image.id}" />
    <input type="hidden" name="previous" value="${previous ?? ''}" />
    ${isMeant && html`<input type="hidden" name="meant" value="yes" />`} ${scopeField(scope)}
    ${visit.session && renderFormFields(visit.session)}`
}

/** The buttons that send the form or lead to the next image; for visitors without a session, a link to the sign-in. */
export function renderSendButtons(page: Scoped & { draft: Draft }): Html {
  return page.visit.session ? renderActions(page) : renderSignIn(page)
}

function renderActions({
  visit: { links, messages },
  image,
  draft: { values, fieldErrors },
}: Scoped & { draft: Draft }): Html {
  const { editor } = messages
  const { text = '' } = values
  const path = (name: string) => links.base(`/georeference/${image.id}/${name}/`)
  return html`<p class="buttons editor-buttons">
      <button name="after" value="next" data-action="send-and-next">${editor.sendAndNext}</button>
      <button name="after" value="image" class="quiet">${editor.send}</button>
      <button class="quiet" formnovalidate formaction="${path('skip')}" data-action="skip">
        ${editor.skip}
      </button>
    </p>
    <details class="report" ${text !== '' && html`open`}>
      <summary>${editor.more}</summary>
      <label for="text">${editor.reason}</label>
      ${renderTextControl({
        id: 'text',
        name: 'text',
        rows: 2,
        maxLength: MAX_SKIP_REASON,
        value: text,
        problem: fieldErrors.text?.join(' '),
      })}
      <p class="buttons">
        ${renderFlag(path('flag'), 'place', editor.cannotBePlaced)}
        ${renderFlag(path('flag'), 'other', editor.reportProblem)}
      </p>
    </details>`
}

function renderFlag(action: string, reason: FlagReason, label: string): Html {
  return html`<button
    class="quiet"
    formnovalidate
    formaction="${action}"
    name="reason"
    value="${reason}"
  >
    ${label}
  </button>`
}

function renderSignIn(page: Scoped): Html {
  const { links, messages, target } = page.visit
  return html`<p class="buttons editor-buttons">
      <a href="${links.base(signInPath(target))}" class="button" data-keeps-draft
        >${messages.editor.signInToSend}</a
      >
      ${renderAnother(page)}
    </p>
    <p class="soft needs-map">${messages.editor.signInNote}</p>`
}

/** Leads to another image of the same scope. */
function renderAnother({ visit: { links, messages }, image, scope }: Scoped): Html {
  const path = pathInScope('/georeference/', scope, { last: String(image.id) })
  return html`<a href="${links.base(path)}" class="button quiet" data-action="skip"
    >${messages.editor.another}</a
  >`
}
