import { plural } from './plural.ts'

/** What lists on several pages share. */
export const lists = {
  breadcrumbs: 'Breadcrumb',
  images: (count: number) => plural(count, { one: 'image', other: 'images' }),
  collections: (count: number) => plural(count, { one: 'collection', other: 'collections' }),
  subjects: (count: number) => plural(count, { one: 'subject', other: 'subjects' }),
  sources: (count: number) => plural(count, { one: 'source', other: 'sources' }),
  allImages: (count: number) =>
    count === 1 ? 'Show the image' : `Show all ${plural(count, { one: 'image', other: 'images' })}`,
  onTheMap: 'On the map',
  placed: (placed: string, all: string, share: string) =>
    `${placed} of ${all} on the map (${share})`,
  website: 'Website',
  iiif: 'IIIF collection',
  iiifUse: 'for image viewers',
  json: 'JSON',
  jsonUse: 'for programs',
  data: 'Data',
}
