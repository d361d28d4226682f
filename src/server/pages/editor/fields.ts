import { html, type Html } from '../../../core/base/html.ts'
import { CONFIDENCES } from '../../../core/model/confidences.ts'
import type { Draft } from '../draft.ts'
import { renderProblem } from '../parts/field-problem.ts'
import { renderTextControl } from '../parts/text-control.ts'
import type { Visit } from '../visit.ts'

/** Of both kinds of placements. */
export const MAX_NOTES = 2000

/** Renders the fields of the contributor's confidence, which is required, and of its reasons. */
export function renderConfidence(visit: Visit, draft: Draft): Html {
  const { editor } = visit.messages
  const { confidence, confidence_notes: notes = '' } = draft.values
  const problem = draft.fieldErrors.confidence && editor.invalidConfidence
  return html`<fieldset
      class="confidence"
      data-step
      ${problem !== undefined && html`aria-describedby="confidence-note"`}
    >
      <legend>${editor.confidence}</legend>
      <div class="choices">
        ${CONFIDENCES.toReversed().map(
          (one) =>
            html`<label
              ><input
                type="radio"
                name="confidence"
                value="${one}"
                required
                ${one === confidence && html`checked`}
              />
              <span>${editor.confidences[one]}</span></label
            >`,
        )}
      </div>
      ${renderProblem('confidence', problem)}
    </fieldset>
    ${renderNotes(visit, draft, notes)}`
}

function renderNotes({ messages: { editor } }: Visit, draft: Draft, notes: string): Html {
  const isGiven = notes.trim() !== ''
  const problem =
    draft.fieldErrors.confidence_notes && (isGiven ? editor.longNotes : editor.missingNotes)
  return html`<div class="field">
    <label for="confidence_notes">${editor.notes}</label>
    ${renderTextControl({
      id: 'confidence_notes',
      name: 'confidence_notes',
      rows: 2,
      maxLength: MAX_NOTES,
      value: notes,
      problem,
      attributes: html`placeholder="${editor.notesHint}"`,
    })}
  </div>`
}
