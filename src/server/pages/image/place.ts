import type { ImageDetail } from '../../../core/contract/image.ts'
import type {
  FromAboveGeoreference,
  PointGeoreference,
  Validation,
} from '../../../core/contract/georeference.ts'
import { html, type Html } from '../../../core/html.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import { findMiddle } from '../../presenters/placement.ts'
import { renderDay } from '../date.ts'
import { renderName } from '../display-name.ts'
import { formatDirection, renderCoordinates } from '../parts/coordinates.ts'
import { renderSmallMap } from '../parts/small-map.ts'
import type { Visit } from '../visit.ts'

/** Where the image was taken: on a small map, and the history of its placements with the verdicts of others. */
export function renderPlace(
  visit: Visit,
  { image, placement }: PresentedImagePage,
  basemap: Basemap,
): Html | null {
  if (image.duplicate_of !== null && !placement) return null
  const { messages } = visit
  return html`<section class="place" aria-labelledby="place">
    <h2 id="place">${messages.image.place}</h2>
    ${placement ? renderSmallMap(visit, placement, basemap) : renderUnplaced(visit, image)}
    ${renderHistory(visit, image)}
  </section>`
}

function renderUnplaced({ messages }: Visit, { georeference_status }: ImageDetail): Html {
  const { notPlaced, cannotBePlaced } = messages.image
  return html`<p class="soft">
    ${georeference_status === 'will_not_georef' ? cannotBePlaced : notPlaced}
  </p>`
}

type Georeference = PointGeoreference | FromAboveGeoreference

/** The newest first. */
function renderHistory(visit: Visit, image: ImageDetail): Html | null {
  const all: Georeference[] = [...image.georeferences, ...image.from_above_georeferences]
  if (all.length === 0) return null
  const newestFirst = all.toSorted((one, other) =>
    one.georeferenced_at < other.georeferenced_at ? 1 : -1,
  )
  return html`<h3 id="history">${visit.messages.image.placements}</h3>
    <ol class="entries" aria-labelledby="history">
      ${newestFirst.map((georeference) => renderGeoreference(visit, georeference))}
    </ol>`
}

function renderGeoreference(visit: Visit, georeference: Georeference): Html {
  const { image } = visit.messages
  const { confidence, confidence_notes: notes, validations } = georeference
  const author = renderName(georeference.georeferenced_by)
  const date = renderDay(visit.language, georeference.georeferenced_at)
  return html`<li>
    <p>${describePlace(visit, georeference)}</p>
    <p class="soft">
      ${image.byOn(author, date)}
      <span class="badge ${confidence}">${image.confidence[confidence]}</span>
    </p>
    ${notes !== '' && html`<p class="quote" dir="auto">${notes}</p>`}
    ${validations.map((validation) => renderValidation(visit, validation))}
  </li>`
}

function describePlace(visit: Visit, georeference: Georeference): Html {
  const { maps } = visit.messages
  if ('polygon' in georeference)
    return maps.areaAround(renderCoordinates(visit, findMiddle(georeference.polygon)))
  const { direction } = georeference
  const camera = maps.cameraAt(renderCoordinates(visit, georeference))
  return html`${camera}${direction !== null && maps.looking(formatDirection(visit, direction))}`
}

function renderValidation(visit: Visit, { validation, validated_by, notes }: Validation): Html {
  const verdict = visit.messages.image.verdicts[validation](renderName(validated_by))
  return html`<p class="verdict ${validation}">
    ${verdict}${notes !== '' && html`: <span dir="auto">${notes}</span>`}
  </p>`
}
