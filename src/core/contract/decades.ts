import { z } from 'zod'
import { imageQuery } from './image.ts'

export const decadeQuery = imageQuery.omit({ page: true, page_size: true, ordering: true })

export const decadeCounts = z
  .array(
    z.strictObject({
      decade: z
        .int()
        .nullable()
        .meta({
          description: 'First year of the decade. Null for images without a year, which come last.',
          examples: [1900],
        }),
      count: z.int().meta({ description: 'Number of images.', examples: [137] }),
    }),
  )
  .meta({
    id: 'DecadeCounts',
    description:
      'Number of images by decade, in ascending order. An image counts in the decade in the middle of its date.',
  })
