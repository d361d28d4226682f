import type { Messages } from '../en/index.ts'

export const collections: Messages['collections'] = {
  title: 'Sammlungen',
  introduction: 'Jedes Bild gehört zu einer Sammlung der Institution, die es beigetragen hat.',
  none: 'Es gibt noch keine öffentlichen Sammlungen.',
  sources: 'Quellen',
  sourcesIntroduction: 'Die Institutionen und Personen, die ihre Bilder beitragen.',
  noSources: 'Es gibt noch keine öffentlichen Quellen.',
  noCollections: 'Diese Quelle hat noch keine öffentlichen Sammlungen.',
  noImages: 'Diese Sammlung enthält noch keine Bilder.',
  collectionsOf: 'Sammlungen',
  images: 'Bilder',
  newest: 'Ein erster Blick',
}
