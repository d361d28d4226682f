import type View from 'ol/View.js'

/** Creates buttons that zoom in, zoom out, and show the whole picture. */
export function createToolbar(view: View, duration: number): HTMLElement {
  const toolbar = document.createElement('div')
  toolbar.className = 'toolbar'
  toolbar.append(
    createButton('+', 'Zoom in', () => zoomBy(view, 1, duration)),
    createButton('−', 'Zoom out', () => zoomBy(view, -1, duration)),
    createButton('⤢', 'Show the whole picture', () => zoomBy(view, -Infinity, duration)),
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

/** Zooms by this number of levels, each of which doubles the size, as far as the view allows. */
function zoomBy(view: View, levels: number, duration: number): void {
  const zoom = Math.max((view.getZoom() ?? 0) + levels, view.getMinZoom())
  view.animate({ zoom: view.getConstrainedZoom(zoom) ?? zoom, duration })
}
