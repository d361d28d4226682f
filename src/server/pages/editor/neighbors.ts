import { html, type Html } from '../../../core/base/html.ts'
import type { GeoreferenceKind } from '../../../core/model/georeference-kind.ts'
import type { EditorContent } from './editor-page.ts'
import { formatStart } from './format-start.ts'
import { listPlacements } from './history.ts'
import { nearPath } from './near.ts'

/** The attributes for `src/server/browser/editor/neighbors.ts`, by what the editor makes. */
export function describeNeighbors(
  { visit, image, scope, history }: EditorContent,
  kind: GeoreferenceKind,
) {
  const { links, language, messages } = visit
  const [newest] = listPlacements(history, 'georeference')
  return {
    tiles: links.api('/tiles/{z}/{x}/{y}.mvt'),
    near: links.base(nearPath(image.id, scope, pickKind(kind))),
    own: newest ? String(newest.georeference.id) : '',
    ...(isOfAreas(kind) && { 'single-marks': 'yes' }),
    language,
    close: messages.map.close,
    'near-failed': messages.editor.nearFailed,
  }
}

/** Without scripts, leads to the placed images near the start. */
export function renderNearLink(
  { visit, image, scope, start }: EditorContent,
  kind: GeoreferenceKind,
): Html | null {
  const { center } = start
  if (!center) return null
  const path = nearPath(image.id, scope, { at: formatStart(center), ...pickKind(kind) })
  return html`<p class="without-map">
    <a href="${visit.links.base(path)}">${visit.messages.editor.near}</a>
  </p>`
}

function pickKind(kind: GeoreferenceKind): { kind?: 'area' } {
  return isOfAreas(kind) ? { kind: 'area' } : {}
}

function isOfAreas(kind: GeoreferenceKind): boolean {
  return kind === 'from_above_georeference'
}
