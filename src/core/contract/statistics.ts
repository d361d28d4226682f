import { z } from 'zod'

/** Of public images only; duplicates, and images that won't be georeferenced, are left out. */
export const statistics = z.strictObject({
  /** The site's name. */
  name: z.string(),
  total_sources: z.int(),
  total_collections: z.int(),
  total_images: z.int(),
  georeferenced_images: z.int(),
  /** Every submission of either kind. */
  total_georeferences: z.int(),
  /** Splits the georeferenced images by the newest georeference of the kind that counts. */
  confidence_breakdown: z.strictObject({ low: z.int(), medium: z.int(), high: z.int() }),
})

export type Statistics = z.infer<typeof statistics>
