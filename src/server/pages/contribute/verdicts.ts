import { VERDICTS } from '../../../core/contract/verdicts.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { MAX_NOTES } from '../editor/fields.ts'
import type { SignedInVisit } from '../visit.ts'

/** A placement of either kind. */
export interface CheckedPlacement {
  field: 'georeference' | 'from_above_georeference'
  id: number
  georeferenced_by: string
}

/** Lets people check a placement of somebody else. */
export function renderVerdictForm(
  visit: SignedInVisit,
  image: number,
  placement: CheckedPlacement,
): Html | false {
  if (visit.session.username === placement.georeferenced_by) return false
  const { check } = visit.messages
  const { field, id } = placement
  const notesId = `${field}-${id}-notes`
  return html`<details class="check">
    <summary>${check.heading}</summary>
    <form
      method="post"
      action="${visit.links.base(`/${image}/validations/`)}"
      data-draft="${field} ${id}"
    >
      <label for="${notesId}">${check.notes} <span class="soft">${check.notesHint}</span></label>
      <textarea id="${notesId}" name="notes" rows="2" maxlength="${MAX_NOTES}"></textarea>
      <input type="hidden" name="${field}" value="${id}" />
      ${renderFormFields(visit.session)}
      <p class="buttons">
        ${VERDICTS.map(
          (verdict) =>
            html`<button class="quiet" name="validation" value="${verdict}">
              ${check.verdicts[verdict]}
            </button>`,
        )}
      </p>
    </form>
  </details>`
}
