import { z, type ZodType } from 'zod'

const pageFields = {
  count: z.int().meta({ description: 'Number of matching items on all pages.', examples: [137] }),
  next: z
    .url()
    .nullable()
    .meta({ description: 'URL of the next page. Null on the last page.', examples: [null] }),
  previous: z
    .url()
    .nullable()
    .meta({ description: 'URL of the previous page. Null on the first page.', examples: [null] }),
}

/** The envelope of a paginated list. @param id the name of the schema in the OpenAPI document: `ImageList` */
export function paginated<Item extends ZodType>(item: Item, id: string) {
  return z
    .strictObject({ ...pageFields, results: z.array(item) })
    .meta({ id, description: 'One page of a list.' })
}

/** The envelope of a list whose pages start after an item. @param meta `id` is the name of the schema */
export function cursorPage<Item extends ZodType>(
  item: Item,
  meta: { id: string; description: string },
) {
  return z.strictObject({ next: pageFields.next, results: z.array(item) }).meta(meta)
}

/** The envelope of a paginated GeoJSON list. RFC 7946, section 6.1 allows the additional members. */
export function featurePage<Feature extends ZodType>(feature: Feature, id: string) {
  return z
    .strictObject({
      type: z.literal('FeatureCollection'),
      ...pageFields,
      features: z.array(feature),
    })
    .meta({ id, description: 'One page of a list, as a GeoJSON FeatureCollection.' })
}

export interface FeaturePage<Feature> {
  type: 'FeatureCollection'
  count: number
  next: string | null
  previous: string | null
  features: Feature[]
}

export interface Paginated<Item> {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}
