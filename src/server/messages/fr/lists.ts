import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const lists: Messages['lists'] = {
  breadcrumbs: 'Fil d’Ariane',
  images: (count) => plural(count, { one: 'image', many: 'd’images', other: 'images' }),
  collections: (count) => plural(count, { one: 'collection', other: 'collections' }),
  subjects: (count) => plural(count, { one: 'sujet', other: 'sujets' }),
  sources: (count) => plural(count, { one: 'source', other: 'sources' }),
  allImages: (count) =>
    count === 1
      ? 'Voir l’image'
      : `Voir les ${plural(count, { one: 'image', many: 'd’images', other: 'images' })}`,
  onTheMap: 'Sur la carte',
  placed: (placed, all, share) => `${placed} sur ${all} sur la carte (${share})`,
  website: 'Site web',
  iiif: 'Collection IIIF',
  iiifUse: 'pour les visionneuses d’images',
  json: 'JSON',
  jsonUse: 'pour les programmes',
  data: 'Données',
}
