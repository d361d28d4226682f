import { z } from 'zod'
import { DEFAULT_COLLECTION_ORDER, COLLECTION_ORDERS } from '../model/orders.ts'
import { idList, pageQuery, orderingBy } from './list-query.ts'
import { paginated } from './paginated.ts'

export const collection = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  /** The collection in the archive it comes from. */
  url: z.string(),
  description: z.string(),
  public: z.boolean(),
  source: z.strictObject({ id: z.int(), name: z.string(), slug: z.string() }),
  /** As many as the asker sees. */
  image_count: z.int(),
  images_url: z.url(),
})

export type Collection = z.infer<typeof collection>

export const collectionList = paginated(collection)

/** What an image says about its collection. */
export const collectionSummary = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  source_name: z.string(),
})

export const collectionQuery = pageQuery.extend({
  source: idList,
  slug: z.string().optional(),
  ordering: orderingBy(COLLECTION_ORDERS, DEFAULT_COLLECTION_ORDER),
})
