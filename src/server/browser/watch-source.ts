import type Source from 'ol/source/Source.js'
import type { FailureNotice } from './map/failure-notice.ts'

/** Tiles in a row that are missing before users are told so: a map of a region lacks those around it. */
const MOST_MISSING = 4

/** Shows a notice while the tiles or the features of a source cannot be loaded. They are not asked for again. */
export function watchSource(source: Source, { show, hide }: FailureNotice): void {
  let missing = 0
  source.addEventListener('tileloaderror', () => {
    missing += 1
    if (missing >= MOST_MISSING || !navigator.onLine) show()
  })
  source.addEventListener('featuresloaderror', show)
  for (const type of ['tileloadend', 'featuresloadend'])
    source.addEventListener(type, () => {
      missing = 0
      hide()
    })
}
