import { z } from 'zod'
import { DEFAULT_SOURCE_ORDER, SOURCE_ORDERS } from '../model/orders.ts'
import { modifiedSince, pageQuery, wordList, orderingBy } from './list-query.ts'
import { paginated } from './paginated.ts'

export const source = z
  .strictObject({
    id: z.int().meta({ examples: [1] }),
    name: z.string().meta({ examples: ['Town archive'] }),
    slug: z.string().meta({ description: 'Unique among all sources.', examples: ['town-archive'] }),
    url: z.string().meta({
      description: 'Website of the institution. May be empty.',
      examples: ['https://archive.example.org/'],
    }),
    description: z.string().meta({ examples: ['The archive of the town.'] }),
    public: z.boolean().meta({ examples: [true] }),
    collection_count: z
      .int()
      .meta({ description: 'Number of public collections, for every caller.', examples: [4] }),
    image_count: z
      .int()
      .meta({ description: 'Number of images that the caller can see.', examples: [512] }),
    collections_url: z.url().meta({
      description: 'URL of the list of its collections.',
      examples: ['https://catalog.example.org/api/v2/sources/1/collections/'],
    }),
  })
  .meta({ id: 'Source', description: 'An institution that contributes images.' })

export type Source = z.infer<typeof source>

export const sourceList = paginated(source, 'SourceList')

export const sourceQuery = pageQuery.extend({
  slug: wordList.describe('Return only sources with one of these slugs.'),
  modified_since: modifiedSince,
  ordering: orderingBy(SOURCE_ORDERS, DEFAULT_SOURCE_ORDER),
})
