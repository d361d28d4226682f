/** The pages of sources and collections. */
export const collections = {
  title: 'Collections',
  introduction: 'Every image belongs to a collection of the institution that contributed it.',
  none: 'There are no public collections yet.',
  sources: 'Sources',
  sourcesIntroduction: 'The institutions and people that contribute their images.',
  noSources: 'There are no public sources yet.',
  noCollections: 'This source has no public collections yet.',
  noImages: 'This collection has no images yet.',
  collectionsOf: 'Collections',
  images: 'Images',
  newest: 'A first look',
}
