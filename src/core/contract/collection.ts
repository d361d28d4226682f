import { z } from 'zod'
import { DEFAULT_COLLECTION_ORDER, COLLECTION_ORDERS } from '../model/orders.ts'
import { idList, pageQuery, orderingBy } from './list-query.ts'
import { paginated } from './paginated.ts'

export const collection = z
  .strictObject({
    id: z.int().meta({ examples: [3] }),
    name: z.string().meta({ examples: ['Album 3'] }),
    slug: z.string().meta({ description: 'Its own in its source.', examples: ['album-3'] }),
    url: z.string().meta({
      description: 'The collection in the archive it comes from.',
      examples: ['https://archive.example.org/albums/3'],
    }),
    description: z.string().meta({ examples: ['Views of the old town.'] }),
    public: z.boolean().meta({ description: 'Of the collection itself.', examples: [true] }),
    source: z.strictObject({
      id: z.int().meta({ examples: [1] }),
      name: z.string().meta({ examples: ['Town archive'] }),
      slug: z.string().meta({ examples: ['town-archive'] }),
    }),
    image_count: z.int().meta({ description: 'As many as the asker sees.', examples: [137] }),
    images_url: z.url().meta({
      description: 'Where its images are.',
      examples: ['https://catalog.example.org/api/v2/images/?collection=3'],
    }),
  })
  .meta({ id: 'Collection', description: 'A part of a source; every image belongs to one.' })

export type Collection = z.infer<typeof collection>

export const collectionList = paginated(collection, 'CollectionList')

export const collectionSummary = z
  .strictObject({
    id: z.int().meta({ examples: [3] }),
    name: z.string().meta({ examples: ['Album 3'] }),
    slug: z.string().meta({ examples: ['album-3'] }),
    source_name: z.string().meta({ examples: ['Town archive'] }),
  })
  .meta({ id: 'CollectionSummary', description: 'What an image says about its collection.' })

export const collectionQuery = pageQuery.extend({
  source: idList.describe('Ids of sources.'),
  slug: z.string().optional().describe('The collection that has this slug in its source.'),
  ordering: orderingBy(COLLECTION_ORDERS, DEFAULT_COLLECTION_ORDER),
})
