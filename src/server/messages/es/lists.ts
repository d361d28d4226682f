import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const lists: Messages['lists'] = {
  breadcrumbs: 'Ruta',
  images: (count) => plural(count, { one: 'imagen', many: 'de imágenes', other: 'imágenes' }),
  collections: (count) => plural(count, { one: 'colección', other: 'colecciones' }),
  subjects: (count) => plural(count, { one: 'tema', other: 'temas' }),
  sources: (count) => plural(count, { one: 'fuente', other: 'fuentes' }),
  allImages: (count) =>
    count === 1
      ? 'Ver la imagen'
      : `Ver las ${plural(count, { one: 'imagen', many: 'de imágenes', other: 'imágenes' })}`,
  onTheMap: 'En el mapa',
  placed: (placed, all, share) => `${placed} de ${all} en el mapa (${share})`,
  website: 'Sitio web',
  iiif: 'Colección IIIF',
  iiifUse: 'para visores de imágenes',
  json: 'JSON',
  jsonUse: 'para programas',
  data: 'Datos',
}
