import { html, type Html } from '../../../core/base/html.ts'
import { renderOutcome, renderSection } from '../contribute/section.ts'
import { renderVerdictForm } from '../contribute/verdicts.ts'
import { renderSmallMap } from '../parts/small-map.ts'
import { renderSpotLinks } from '../parts/spot-links.ts'
import { renderVerdict } from '../parts/verdict.ts'
import { findCurrent } from '../../presenters/history.ts'
import { renderFormFields } from '../csrf-field.ts'
import { isSignedIn, type Visit } from '../visit.ts'
import type { ImageContent } from './image-content.ts'
import { renderPlacements } from './placement.ts'

/** Renders the place of the image: a small map, and the history of its placements with the verdicts of others. */
export function renderPlace(visit: Visit, content: ImageContent): Html | null {
  const { image, placement, basemap } = content
  if (image.duplicate_of !== null && !placement) return null
  const chosen = placement?.geometry.type === 'Point' ? image.id : undefined
  return html`<section class="place" aria-labelledby="place">
    <h2 id="place">${visit.messages.image.place}</h2>
    ${
      placement
        ? html`${renderSmallMap(visit, placement, basemap)}
          ${renderSpotLinks(visit, placement, chosen)}`
        : renderUnplaced(visit, content)
    }
    ${renderTakeBack(visit, content)} ${renderHistory(visit, content)}
  </section>`
}

/** Lets contributors take back what they have just placed. The form reloads the page, because its map changes. */
function renderTakeBack(visit: Visit, { image, withdrawable, done, refused }: ImageContent) {
  if (!isSignedIn(visit)) return null
  const { links, messages, session } = visit
  return html`${renderOutcome(visit, { id: 'place', actions: ['withdrawn'], done, refused })}
  ${
    withdrawable &&
    html`<form method="post" action="${links.base(`/${image.id}/placements/withdraw/`)}">
      <input type="hidden" name="${withdrawable.table}" value="${withdrawable.id}" />
      <p class="buttons"><button class="quiet">${messages.contribute.takeBack}</button></p>
      ${renderFormFields(session)}
    </form>`
  }`
}

function renderUnplaced({ messages }: Visit, { image }: ImageContent): Html {
  const { notPlaced, cannotBePlaced } = messages.image
  return html`<p class="soft">
    ${image.georeference_status === 'will_not_georef' ? cannotBePlaced : notPlaced}
  </p>`
}

/** Verdict about the current placement, and all placements with a form for each that the visitor may check. */
function renderHistory(visit: Visit, content: ImageContent): Html | null {
  const { image, history, mayCheck, done, refused } = content
  const { placements } = history
  if (placements.length === 0) return null
  const current = findCurrent(image, history)
  return renderSection(visit, {
    id: 'history',
    actions: ['checked'],
    done,
    refused,
    content: html`${current && renderVerdict(visit, current)}
      <h3 id="history-title">${visit.messages.image.placements}</h3>
      ${renderPlacements(
        visit,
        { label: 'history-title', placements },
        (placement) =>
          mayCheck &&
          renderVerdictForm(visit, {
            image: image.id,
            placement,
            isOpen: placement === placements[0],
            refused,
          }),
      )}
      ${renderWholeHistory(visit, image)}`,
  })
}

/** Links to the lists of which this page shows the newest. */
function renderWholeHistory({ links, messages }: Visit, image: ImageContent['image']): Html {
  const url = `${links.image(image.id)}placements/`
  const { allPoints, allAreas } = messages.image
  return html`${image.georeferences_url !== undefined && html`<p><a href="${url}">${allPoints}</a></p>`}
  ${
    image.from_above_georeferences_url !== undefined &&
    html`<p><a href="${url}?kind=areas">${allAreas}</a></p>`
  }`
}
