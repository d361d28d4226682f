import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const maps: Messages['maps'] = {
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  wholePicture: 'Afficher l’image entière',
  picture: (title) => `Image agrandissable : ${title}`,
  pictureHelp:
    'Agrandissez ou réduisez avec les touches plus et moins. Déplacez l’image avec les flèches.',
  backToPlace: 'Revenir au lieu',
  mapHelp:
    'Agrandissez ou réduisez avec les touches plus et moins. Déplacez la carte avec les flèches.',
  camera: 'Carte du point de vue',
  area: 'Carte de la zone représentée',
  cameraAt: (position) => html`Point de vue : ${position}`,
  areaAround: (position) => html`Zone autour de ${position}`,
  looking: (direction) => `, direction ${direction}`,
  winds: ['nord', 'nord-est', 'est', 'sud-est', 'sud', 'sud-ouest', 'ouest', 'nord-ouest'],
  compass: { north: 'N', east: 'E', south: 'S', west: 'O' },
}
