import type { GeoreferenceKind } from '../../../core/model/georeference-kind.ts'
import type { EditorContent } from './editor-page.ts'
import { listPlacements } from './history.ts'
import { nearPath } from './near.ts'

/** The attributes for `src/server/browser/editor/neighbors.ts`, by what the editor makes. */
export function describeNeighbors(
  { visit, image, scope, history }: EditorContent,
  kind: GeoreferenceKind,
) {
  const { links, language, messages } = visit
  const [newest] = listPlacements(history, 'georeference')
  const isOfAreas = kind === 'from_above_georeference'
  return {
    tiles: links.api('/tiles/{z}/{x}/{y}.mvt'),
    near: links.base(nearPath(image.id, scope, isOfAreas ? { kind: 'area' } : {})),
    own: newest ? String(newest.georeference.id) : '',
    ...(isOfAreas && { 'single-marks': 'yes' }),
    language,
    close: messages.map.close,
    'near-failed': messages.editor.nearFailed,
  }
}
