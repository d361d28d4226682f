import type Source from 'ol/source/Source.js'
import type { FailureNotice } from './map/failure-notice.ts'

/** Number of consecutive missing tiles after which a notice is shown. Fewer are normal at the edge of a regional map. */
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
