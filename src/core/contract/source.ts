import { z } from 'zod'
import { DEFAULT_SOURCE_ORDER, SOURCE_ORDERS } from '../model/orders.ts'
import { pageQuery, wordList, orderingBy } from './list-query.ts'
import { paginated } from './paginated.ts'

export const source = z
  .strictObject({
    id: z.int().meta({ examples: [1] }),
    name: z.string().meta({ examples: ['Town archive'] }),
    slug: z.string().meta({ description: 'Its own among sources.', examples: ['town-archive'] }),
    url: z.string().meta({
      description: 'Web site of the institution.',
      examples: ['https://archive.example.org/'],
    }),
    description: z.string().meta({ examples: ['The archive of the town.'] }),
    public: z.boolean().meta({ examples: [true] }),
    collection_count: z
      .int()
      .meta({ description: 'Public collections only, whoever asks.', examples: [4] }),
    image_count: z.int().meta({ description: 'As many as the asker sees.', examples: [512] }),
    collections_url: z.url().meta({
      description: 'Where its collections are.',
      examples: ['https://catalog.example.org/api/v2/sources/1/collections/'],
    }),
  })
  .meta({ id: 'Source', description: 'An institution that contributes images.' })

export type Source = z.infer<typeof source>

export const sourceList = paginated(source, 'SourceList')

export const sourceQuery = pageQuery.extend({
  slug: wordList.describe('Slugs of sources.'),
  ordering: orderingBy(SOURCE_ORDERS, DEFAULT_SOURCE_ORDER),
})
