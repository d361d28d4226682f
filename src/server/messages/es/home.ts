import type { Messages } from '../en/index.ts'

export const home: Messages['home'] = {
  introduction:
    'Un catálogo de imágenes históricas: fotografías, dibujos y postales que aportan instituciones y que una comunidad sitúa en el mapa.',
  images: 'Imágenes',
  onTheMap: 'En el mapa',
  collections: 'Colecciones',
  sources: 'Fuentes',
  place: 'Situar una imagen en el mapa',
  check: 'Comprobar ubicaciones',
  newest: 'Imágenes más recientes',
  all: 'Ver todo',
  years: 'A través de los años',
  newCollections: 'Colecciones nuevas',
  activity: 'Actividad reciente',
}
