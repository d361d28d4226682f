import type { Messages } from '../en/index.ts'

export const collections: Messages['collections'] = {
  title: 'Collections',
  introduction: 'Chaque image appartient à une collection de l’institution qui l’a fournie.',
  none: 'Il n’y a pas encore de collection publique.',
  sources: 'Sources',
  sourcesIntroduction: 'Les institutions et les personnes qui fournissent leurs images.',
  noSources: 'Il n’y a pas encore de source publique.',
  noCollections: 'Cette source n’a pas encore de collection publique.',
  noImages: 'Cette collection ne contient pas encore d’images.',
  collectionsOf: 'Collections',
  images: 'Images',
  newest: 'Premier aperçu',
}
