import { z } from 'zod'

export const statistics = z
  .strictObject({
    name: z.string().meta({ description: 'Of the site.', examples: ['Old views'] }),
    total_sources: z.int().meta({ examples: [4] }),
    total_collections: z.int().meta({ examples: [12] }),
    total_images: z.int().meta({ examples: [1520] }),
    georeferenced_images: z.int().meta({ examples: [640] }),
    total_georeferences: z
      .int()
      .meta({ description: 'Every submission of either kind.', examples: [811] }),
    confidence_breakdown: z
      .strictObject({
        low: z.int().meta({ examples: [90] }),
        medium: z.int().meta({ examples: [250] }),
        high: z.int().meta({ examples: [300] }),
      })
      .describe(
        'Splits the georeferenced images by the newest georeference of the kind that counts.',
      ),
  })
  .meta({
    id: 'Statistics',
    description:
      'Of public images only; duplicates, and images that won’t be georeferenced, are left out.',
  })

export type Statistics = z.infer<typeof statistics>
