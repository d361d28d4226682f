import type { Extent } from 'ol/extent.js'
import { zoomByDelta } from 'ol/interaction/Interaction.js'
import type View from 'ol/View.js'
import type { RegionTexts } from './region.ts'

export interface Start {
  /** Initial extent of the view. */
  extent: Extent
  /** Space around it, in pixels: top, right, bottom, left. */
  padding?: number[]
  /** The closest zoom. */
  maxZoom?: number
  /** Of animations, in milliseconds; 0 for none. */
  duration: number
}

/** Creates buttons that zoom in, zoom out, and return to the start. */
export function createToolbar(view: View, start: Start, texts: RegionTexts): HTMLElement {
  const { zoomIn = '', zoomOut = '', reset = '' } = texts
  const zoom = (delta: number) => () => zoomByDelta(view, delta, undefined, start.duration)
  const toolbar = document.createElement('div')
  toolbar.className = 'toolbar'
  toolbar.append(
    createButton('+', zoomIn, zoom(1)),
    createButton('−', zoomOut, zoom(-1)),
    createButton('⤢', reset, () => showAll(view, start)),
  )
  return toolbar
}

/** Creates the button that hides what is over a picture or map. */
export function createCloseButton(name: string, press: () => void): HTMLButtonElement {
  const button = createButton('×', name, press)
  button.className = 'quiet'
  return button
}

export function createButton(symbol: string, name: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = symbol
  button.title = name
  button.ariaLabel = name
  button.addEventListener('click', press)
  return button
}

export function showAll(view: View, { extent, ...options }: Start): void {
  // An animation that is still running would zoom in again.
  view.cancelAnimations()
  view.fit(extent, options)
}
