import { VERDICTS } from '../../../core/contract/verdicts.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { ShownPlacement } from '../../presenters/history.ts'
import { renderFormFields } from '../csrf-field.ts'
import { MAX_NOTES } from '../editor/fields.ts'
import { renderTextControl } from '../parts/text-control.ts'
import { isSignedIn, type Visit } from '../visit.ts'
import { findDraft, type Refused } from './section.ts'

interface Checked {
  /** Id of the image. */
  image: number
  placement: ShownPlacement
  /** Whether the form is shown, or only a button that opens it. */
  isOpen: boolean
  refused: Refused | undefined
}

/** Lets people check another person's placement. */
export function renderVerdictForm(
  visit: Visit,
  { image, placement, isOpen, refused }: Checked,
): Html | false {
  const { kind, author, georeference, checks } = placement
  if (!isSignedIn(visit) || visit.session.userId === author.id) return false
  const { check } = visit.messages
  const hasChecked = checks.some((made) => made.author.id === visit.session.userId)
  const notesId = `${kind}-${georeference.id}-notes`
  const { values, fieldErrors } = findDraft(refused, 'validations')
  const isRefused = values[kind] === String(georeference.id)
  return html`<details class="check" ${(isRefused || (isOpen && !hasChecked)) && html`open`}>
    <summary>${hasChecked ? check.again : check.heading}</summary>
    <form
      method="post"
      action="${visit.links.base(`/${image}/validations/`)}"
      data-draft="${kind} ${georeference.id}"
    >
      <label for="${notesId}">${check.notes} <span class="soft">${check.notesHint}</span></label>
      ${renderTextControl({
        id: notesId,
        name: 'notes',
        rows: 2,
        maxLength: MAX_NOTES,
        value: isRefused ? values.notes : undefined,
        problem: isRefused ? fieldErrors.notes?.join(' ') : undefined,
      })}
      <input type="hidden" name="${kind}" value="${georeference.id}" />
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
