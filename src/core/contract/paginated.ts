import { z, type ZodType } from 'zod'

const beside = {
  count: z.int().meta({ description: 'All that match, on every page.', examples: [137] }),
  next: z
    .url()
    .nullable()
    .meta({ description: 'The page after this one; null on the last.', examples: [null] }),
  previous: z
    .url()
    .nullable()
    .meta({ description: 'The page before this one; null on the first.', examples: [null] }),
}

/** The envelope of every paginated list. @param id its name in the interface's document: `ImageList` */
export function paginated<Item extends ZodType>(item: Item, id: string) {
  return z
    .strictObject({ ...beside, results: z.array(item) })
    .meta({ id, description: 'One page of a list.' })
}

/** The envelope of every paginated list that is GeoJSON (RFC 7946, section 6.1 allows the other members). */
export function featurePage<Feature extends ZodType>(feature: Feature, id: string) {
  return z
    .strictObject({ type: z.literal('FeatureCollection'), ...beside, features: z.array(feature) })
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
