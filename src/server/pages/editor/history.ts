import { html, type Html } from '../../../core/base/html.ts'
import type { GeoreferenceKind } from '../../../core/model/georeference-kind.ts'
import type { History, ShownPlacement } from '../../presenters/history.ts'
import { renderCommentList } from '../image/comments.ts'
import { renderPlacements } from '../image/placement.ts'
import type { Visit } from '../visit.ts'

/** The placements of one kind, newest first. */
export function listPlacements({ placements }: History, kind: GeoreferenceKind): ShownPlacement[] {
  return placements.filter((placement) => placement.kind === kind)
}

/** Renders the contributions of others: earlier placements, each to start from, and comments. */
export function renderHistory(
  visit: Visit,
  placements: readonly ShownPlacement[],
  { comments }: Pick<History, 'comments'>,
): Html {
  const { editor } = visit.messages
  return html`<div data-part="history">
    ${
      placements.length > 0 &&
      html`<h2 id="earlier">${editor.earlier}</h2>
        ${renderPlacements(visit, { label: 'earlier', placements }, (placement) => renderStart(visit, placement))}`
    }
    ${
      comments.length > 0 &&
      html`<h2 id="comments">${editor.comments}</h2>
        ${renderCommentList(visit, { label: 'comments', comments })}`
    }
  </div>`
}

function renderStart(visit: Visit, { georeference }: ShownPlacement): Html {
  return html`<button
    type="button"
    class="link needs-map"
    data-action="start-from"
    data-place="${JSON.stringify(toPlace(georeference))}"
  >
    ${visit.messages.editor.startFromThis}
  </button>`
}

/** Place in the form that the script of the editor parses: the rings of an area, or a camera. */
function toPlace(georeference: ShownPlacement['georeference']) {
  if ('polygon' in georeference) return georeference.polygon.coordinates
  const { latitude, longitude, direction } = georeference
  return { latitude, longitude, direction }
}
