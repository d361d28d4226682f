import { html, type Html } from '../../../core/base/html.ts'

/** Maps and the zoomable picture: their buttons, their help for screen readers, and places in words. */
export const maps = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholePicture: 'Show the whole picture',
  picture: (title: string) => `Zoomable picture: ${title}`,
  pictureHelp: 'Zoom with the plus and minus keys. Move the picture with the arrow keys.',
  backToPlace: 'Show the place again',
  mapHelp: 'Zoom with the plus and minus keys. Move the map with the arrow keys.',
  camera: 'Map of where the image was taken',
  area: 'Map of the area that the image covers',
  cameraAt: (position: Html) => html`Camera at ${position}`,
  areaAround: (position: Html) => html`Area around ${position}`,
  looking: (direction: string) => `, looking ${direction}`,
  /** Clockwise from north. */
  winds: [
    'north',
    'northeast',
    'east',
    'southeast',
    'south',
    'southwest',
    'west',
    'northwest',
  ] as readonly string[],
  compass: { north: 'N', east: 'E', south: 'S', west: 'W' },
}
