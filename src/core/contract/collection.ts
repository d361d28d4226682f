import { z } from 'zod'
import { DEFAULT_COLLECTION_ORDER, COLLECTION_ORDERS } from '../model/orders.ts'
import { modifiedSince, idList, pageQuery, orderingBy } from './list-query.ts'
import { paginated } from './paginated.ts'
import { timestamp } from './timestamp.ts'

export const collection = z
  .strictObject({
    id: z.int().meta({ examples: [3] }),
    name: z.string().meta({ examples: ['Album 3'] }),
    slug: z.string().meta({ description: 'Unique within its source.', examples: ['album-3'] }),
    url: z.string().meta({
      description: 'URL of the collection at the archive that it comes from. May be empty.',
      examples: ['https://archive.example.org/albums/3'],
    }),
    description: z.string().meta({ examples: ['Views of the old town.'] }),
    public: z.boolean().meta({
      description: 'Whether the collection itself is public. Its source may not be.',
      examples: [true],
    }),
    source: z.strictObject({
      id: z.int().meta({ examples: [1] }),
      name: z.string().meta({ examples: ['Town archive'] }),
      slug: z.string().meta({ examples: ['town-archive'] }),
    }),
    announced_at: timestamp.nullable().meta({
      description: 'When the activity feed announced it. Null if it has not been announced.',
    }),
    image_count: z
      .int()
      .meta({ description: 'Number of images that the caller can see.', examples: [137] }),
    images_url: z.url().meta({
      description: 'URL of the list of its images.',
      examples: ['https://catalog.example.org/api/v2/images/?collection=3'],
    }),
  })
  .meta({
    id: 'Collection',
    description: 'A part of a source. Every image belongs to one collection.',
  })

export type Collection = z.infer<typeof collection>

export const collectionList = paginated(collection, 'CollectionList')

export const collectionSummary = z
  .strictObject({
    id: z.int().meta({ examples: [3] }),
    name: z.string().meta({ examples: ['Album 3'] }),
    slug: z.string().meta({ examples: ['album-3'] }),
    source_name: z.string().meta({ examples: ['Town archive'] }),
  })
  .meta({ id: 'CollectionSummary', description: 'The collection of an image, in brief.' })

export const collectionQuery = pageQuery.extend({
  source: idList.describe('Return only collections of these sources, by id.'),
  slug: z.string().optional().describe('Return only collections with this slug.'),
  modified_since: modifiedSince,
  ordering: orderingBy(COLLECTION_ORDERS, DEFAULT_COLLECTION_ORDER),
})
