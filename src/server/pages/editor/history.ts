import type {
  FromAboveGeoreference,
  PointGeoreference,
  Validation,
} from '../../../core/contract/georeference.ts'
import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderName } from '../display-name.ts'
import { formatDirection, renderCoordinates } from '../parts/coordinates.ts'
import type { Visit } from '../visit.ts'

type Placement = PointGeoreference | FromAboveGeoreference

/** What others did and said: earlier placements, each to start from, and comments; newest first. */
export function renderHistory(
  visit: Visit,
  placements: readonly Placement[],
  { comments }: ImageDetail,
): Html {
  const { editor } = visit.messages
  return html`<div data-part="history">
    ${
      placements.length > 0 &&
      html`<h2>${editor.earlier}</h2>
        <ul class="entries">
          ${placements.toReversed().map((placement) => html`<li>${renderPlacement(visit, placement)}</li>`)}
        </ul>`
    }
    ${
      comments.length > 0 &&
      html`<h2>${editor.comments}</h2>
        <ul class="entries">
          ${comments.map(
            ({ text, commented_by: author }) =>
              html`<li>
                <span class="name">${renderName(author)}</span>: <span dir="auto">${text}</span>
              </li>`,
          )}
        </ul>`
    }
  </div>`
}

/** A placement with its notes and the verdicts on it. */
export function renderPlacement(visit: Visit, placement: Placement): Html {
  const { editor } = visit.messages
  const { georeferenced_by: author, confidence, confidence_notes: notes, validations } = placement
  return html`<span class="name">${renderName(author)}</span> · ${editor.confidences[confidence]}
    ${'polygon' in placement ? '' : renderPlace(visit, placement)}
    ${notes !== '' && html`<br /><q dir="auto">${notes}</q>`}
    ${validations.map((validation) => renderValidation(visit, validation))}`
}

function renderPlace(visit: Visit, { latitude, longitude, direction }: PointGeoreference): Html {
  const { editor } = visit.messages
  const place = JSON.stringify({ latitude, longitude, direction })
  return html`·
    ${renderCoordinates(visit, { latitude, longitude })}${
      direction !== null && html` · ${formatDirection(visit, direction)}`
    }
    <button type="button" class="link needs-map" data-action="start-from" data-place="${place}">
      ${editor.startFromThis}
    </button>`
}

function renderValidation(visit: Visit, { validation, validated_by, notes }: Validation): Html {
  const { verdicts } = visit.messages.check
  return html`<br /><span class="soft"
      >${renderName(validated_by)}:
      ${verdicts[validation]}${notes !== '' && html` · <span dir="auto">${notes}</span>`}</span
    >`
}
