import type { Extent } from 'ol/extent.js'
import { zoomByDelta } from 'ol/interaction/Interaction.js'
import type View from 'ol/View.js'

/**
 * Creates buttons that zoom in, zoom out, and show the whole picture.
 * @param extent of the picture
 * @param duration of animations, in milliseconds
 */
export function createToolbar(view: View, extent: Extent, duration: number): HTMLElement {
  const toolbar = document.createElement('div')
  toolbar.className = 'toolbar'
  toolbar.append(
    createButton('+', 'Zoom in', () => zoomByDelta(view, 1, undefined, duration)),
    createButton('−', 'Zoom out', () => zoomByDelta(view, -1, undefined, duration)),
    createButton('⤢', 'Show the whole picture', () => showAll(view, extent, duration)),
  )
  return toolbar
}

function createButton(symbol: string, name: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = symbol
  button.title = name
  button.ariaLabel = name
  button.addEventListener('click', press)
  return button
}

function showAll(view: View, extent: Extent, duration: number): void {
  // An animation that is still running would zoom in again.
  view.cancelAnimations()
  view.fit(extent, { duration })
}
