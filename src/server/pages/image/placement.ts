import { html, type Html } from '../../../core/base/html.ts'
import type { ShownCheck, ShownPlacement } from '../../presenters/history.ts'
import { findAreaMiddle } from '../../presenters/placement.ts'
import { renderDay } from '../date.ts'
import { renderAuthor } from '../display-name.ts'
import { formatDirection, renderCoordinates } from '../parts/coordinates.ts'
import type { Visit } from '../visit.ts'

/** Lists placements with their notes and the checks of others. @param actions what a visitor can do with one */
export function renderPlacements(
  visit: Visit,
  { label, placements }: { label: string; placements: readonly ShownPlacement[] },
  actions: (placement: ShownPlacement) => Html | false,
): Html {
  return html`<ol class="entries" aria-labelledby="${label}">
    ${placements.map(
      (placement) => html`<li>${renderPlacement(visit, placement)} ${actions(placement)}</li>`,
    )}
  </ol>`
}

function renderPlacement(visit: Visit, { georeference, author, checks }: ShownPlacement): Html {
  const { image } = visit.messages
  const { confidence, confidence_notes: notes, georeferenced_at: time } = georeference
  return html`<p>${describePlace(visit, georeference)}</p>
    <p class="soft">
      ${image.byOn(renderAuthor(visit, author), renderDay(visit.language, time))}
      <span class="badge ${confidence}">${image.confidence[confidence]}</span>
    </p>
    ${notes !== '' && html`<p class="quote" dir="auto">${notes}</p>`}
    ${checks.map((check) => renderCheck(visit, check))}`
}

function describePlace(visit: Visit, georeference: ShownPlacement['georeference']): Html | null {
  const { maps } = visit.messages
  if ('polygon' in georeference) {
    const middle = findAreaMiddle(georeference.polygon)
    return middle && maps.areaAround(renderCoordinates(visit, middle))
  }
  const { direction } = georeference
  const camera = maps.cameraAt(renderCoordinates(visit, georeference))
  return html`${camera}${direction !== null && maps.looking(formatDirection(visit, direction))}`
}

function renderCheck(
  visit: Visit,
  { validation: { validation, notes }, author }: ShownCheck,
): Html {
  const verdict = visit.messages.image.verdicts[validation](renderAuthor(visit, author))
  return html`<p class="verdict ${validation}">
    ${verdict}${notes !== '' && html`: <span dir="auto">${notes}</span>`}
  </p>`
}
