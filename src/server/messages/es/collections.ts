import type { Messages } from '../en/index.ts'

export const collections: Messages['collections'] = {
  title: 'Colecciones',
  introduction: 'Cada imagen pertenece a una colección de la institución que la aportó.',
  none: 'Aún no hay colecciones públicas.',
  sources: 'Fuentes',
  sourcesIntroduction: 'Las instituciones y personas que aportan sus imágenes.',
  noSources: 'Aún no hay fuentes públicas.',
  noCollections: 'Esta fuente aún no tiene colecciones públicas.',
  noImages: 'Esta colección aún no tiene imágenes.',
  collectionsOf: 'Colecciones',
  images: 'Imágenes',
  newest: 'Un primer vistazo',
}
