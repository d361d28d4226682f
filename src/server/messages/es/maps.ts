import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const maps: Messages['maps'] = {
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  wholePicture: 'Mostrar la imagen completa',
  picture: (title) => `Imagen ampliable: ${title}`,
  pictureHelp:
    'Acerque o aleje con las teclas más y menos. Desplace la imagen con las teclas de flecha.',
  backToPlace: 'Volver al lugar',
  mapHelp: 'Acerque o aleje con las teclas más y menos. Desplace el mapa con las teclas de flecha.',
  camera: 'Mapa del punto de vista',
  area: 'Mapa de la zona que muestra la imagen',
  cameraAt: (position) => html`Punto de vista: ${position}`,
  areaAround: (position) => html`Zona alrededor de ${position}`,
  looking: (direction) => `, hacia el ${direction}`,
  winds: ['norte', 'noreste', 'este', 'sureste', 'sur', 'suroeste', 'oeste', 'noroeste'],
  compass: { north: 'N', east: 'E', south: 'S', west: 'O' },
}
