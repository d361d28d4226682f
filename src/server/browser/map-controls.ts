import Control from 'ol/control/Control.js'
import ScaleLine from 'ol/control/ScaleLine.js'
import type View from 'ol/View.js'
import { createToolbar, type Start } from './toolbar.ts'
import type { RegionTexts } from './region.ts'

/** Creates the buttons of a map, and a scale bar beside the texts of its element, which come from the server. */
export function createMapControls(
  frame: HTMLElement,
  view: View,
  start: Start,
  texts: RegionTexts,
): Control[] {
  const target = frame.querySelector<HTMLElement>('.map-texts') ?? frame
  return [
    new Control({ element: createToolbar(view, start, texts) }),
    new ScaleLine({ target, className: 'scale', minWidth: 56 }),
  ]
}
