import Control from 'ol/control/Control.js'
import ScaleLine from 'ol/control/ScaleLine.js'
import type OpenLayersMap from 'ol/Map.js'
import type View from 'ol/View.js'
import { createLocator, type Locator } from './locate.ts'
import { createButton, createToolbar, type Start } from './toolbar.ts'
import type { RegionTexts } from './region.ts'

type GetMap = () => OpenLayersMap | null

/**
 * Creates the buttons of a map, and a scale bar beside the texts of its element, which come from the server. The fields
 * of further layers, if the page has any, follow when the map is there.
 */
export function createMapControls(
  frame: HTMLElement,
  view: View,
  start: Start,
  texts: RegionTexts,
): Control[] {
  const target = frame.querySelector<HTMLElement>('.map-texts') ?? frame
  const toolbar = createToolbar(view, start, texts)
  const control = new Control({ element: toolbar })
  const getMap: GetMap = () => control.getMap()
  if (isSecureContext) toolbar.append(createLocateButton(frame, getMap))
  void showLayers(frame, getMap)
  return [control, new ScaleLine({ target, className: 'scale', minWidth: 56 })]
}

/** Nothing asks for the position of the device before the button is pressed. */
function createLocateButton(frame: HTMLElement, getMap: GetMap): HTMLElement {
  let locator: Locator | undefined
  return createButton('◎', frame.dataset.locate ?? '', () => {
    const map = getMap()
    if (map) locator ??= createLocator(frame, map)
    locator?.locate()
  })
}

async function showLayers(frame: HTMLElement, getMap: GetMap): Promise<void> {
  const fields = document.querySelector<HTMLElement>('[data-layers]')
  if (!fields) return
  const { enhanceLayers } = await import('./map-layers.ts')
  const map = getMap()
  if (map) enhanceLayers(fields, frame, map)
}
