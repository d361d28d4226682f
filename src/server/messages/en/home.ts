export const home = {
  introduction:
    'A catalog of historical images: photographs, drawings and postcards that institutions contribute and a community places on a map.',
  images: 'Images',
  onTheMap: 'On the map',
  collections: 'Collections',
  sources: 'Sources',
  place: 'Place an image on the map',
  check: 'Check places',
  newest: 'Newest images',
  all: 'All',
  years: 'Through the years',
  newCollections: 'New collections',
  activity: 'Lately',
}
