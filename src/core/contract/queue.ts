import { z } from 'zod'
import { areaQuery } from './feature.ts'
import { image, imageQuery } from './image.ts'

/** Queues of images that wait for people. */

const { source, collection, subject, year_min, year_max, creator, from_above } = imageQuery.shape
const scope = { source, collection, subject, year_min, year_max, from_above }

export const placingQuery = z.object({
  ...scope,
  creator,
  in_bbox: areaQuery.shape.in_bbox.describe(
    'Return only images that stand beside one in their collection that is placed in this box: west, south, east and north in degrees.',
  ),
})
export type PlacingQuery = z.output<typeof placingQuery>

export const checkingQuery = z.object({ ...scope, in_bbox: areaQuery.shape.in_bbox })
export type CheckingQuery = z.output<typeof checkingQuery>

export const queue = z
  .strictObject({ results: z.array(image) })
  .meta({ id: 'Queue', description: 'At most 20 images, drawn at random among the best.' })
export type Queue = z.infer<typeof queue>
