import { z } from 'zod'

export const statistics = z
  .strictObject({
    name: z.string().meta({ description: 'Name of the site.', examples: ['Old views'] }),
    total_sources: z.int().meta({ examples: [4] }),
    total_collections: z.int().meta({ examples: [12] }),
    total_images: z.int().meta({ examples: [1520] }),
    georeferenced_images: z.int().meta({ examples: [640] }),
    total_georeferences: z
      .int()
      .meta({ description: 'Number of all georeferences, points and areas.', examples: [811] }),
    confidence_breakdown: z
      .strictObject({
        low: z.int().meta({ examples: [90] }),
        medium: z.int().meta({ examples: [250] }),
        high: z.int().meta({ examples: [300] }),
      })
      .describe(
        'Number of georeferenced images by the confidence of their newest georeference of their kind.',
      ),
  })
  .meta({
    id: 'Statistics',
    description:
      'Statistics of public images. Excludes duplicates and images that will not be georeferenced.',
  })

export type Statistics = z.infer<typeof statistics>
