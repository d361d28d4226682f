import { z } from 'zod'
import { DEFAULT_SOURCE_ORDER, SOURCE_ORDERS } from '../model/orders.ts'
import { pageQuery, wordList, orderingBy } from './list-query.ts'
import { paginated } from './paginated.ts'

export const source = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  url: z.string(),
  description: z.string(),
  public: z.boolean(),
  /** Public collections only, whoever asks. */
  collection_count: z.int(),
  /** As many as the asker sees. */
  image_count: z.int(),
  collections_url: z.url(),
})

export type Source = z.infer<typeof source>

export const sourceList = paginated(source)

export const sourceQuery = pageQuery.extend({
  slug: wordList,
  ordering: orderingBy(SOURCE_ORDERS, DEFAULT_SOURCE_ORDER),
})
