import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const maps: Messages['maps'] = {
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  wholePicture: 'Ganzes Bild zeigen',
  picture: (title) => `Vergrößerbares Bild: ${title}`,
  pictureHelp:
    'Mit den Tasten Plus und Minus vergrößern und verkleinern, mit den Pfeiltasten verschieben.',
  backToPlace: 'Zurück zum Ort',
  mapHelp:
    'Mit den Tasten Plus und Minus vergrößern und verkleinern, mit den Pfeiltasten verschieben.',
  camera: 'Karte des Standorts der Kamera',
  area: 'Karte der abgebildeten Fläche',
  cameraAt: (position) => html`Standort: ${position}`,
  areaAround: (position) => html`Fläche um ${position}`,
  looking: (direction) => `, Blick nach ${direction}`,
  winds: ['Norden', 'Nordosten', 'Osten', 'Südosten', 'Süden', 'Südwesten', 'Westen', 'Nordwesten'],
  compass: { north: 'N', east: 'O', south: 'S', west: 'W' },
}
