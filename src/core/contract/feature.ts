import { z } from 'zod'
import { DEFAULT_GEOREFERENCE_ORDER, GEOREFERENCE_ORDERS } from '../model/orders.ts'
import { confidence, CONFIDENCES, polygon, position } from './georeference.ts'
import {
  flag,
  idList,
  oneOf,
  orderingBy,
  pageQuery,
  subjectList,
  yearMax,
  yearMin,
} from './list-query.ts'
import { featurePage } from './paginated.ts'
import { timestamp } from './timestamp.ts'

const id = z.int().meta({ description: 'Of the georeference.', examples: [31] })

const properties = {
  id,
  image_id: z.int().meta({ examples: [12] }),
  image_title: z.string().meta({ examples: ['Market square'] }),
  image_thumbnail: z
    .url()
    .nullable()
    .meta({ description: 'A small JPEG; null until it has been made.', examples: [null] }),
  confidence,
  georeferenced_by: z.string().meta({ examples: ['ada'] }),
  georeferenced_at: timestamp,
  validation_count: z.int().meta({ description: 'How often somebody judged it.', examples: [2] }),
}

export const pointFeature = z
  .strictObject({
    type: z.literal('Feature'),
    id,
    geometry: z.strictObject({ type: z.literal('Point'), coordinates: position }),
    properties: z.strictObject({
      ...properties,
      direction: z
        .number()
        .nullable()
        .meta({ description: 'Degrees clockwise from north.', examples: [118.5] }),
    }),
  })
  .meta({ id: 'PointFeature', description: 'Where an image’s camera stood, as GeoJSON.' })

export type PointFeature = z.infer<typeof pointFeature>

export const areaFeature = z
  .strictObject({
    type: z.literal('Feature'),
    id,
    geometry: polygon,
    properties: z.strictObject(properties),
  })
  .meta({ id: 'AreaFeature', description: 'The area that an image covers, as GeoJSON.' })

export type AreaFeature = z.infer<typeof areaFeature>

export const pointFeatures = featurePage(pointFeature, 'PointFeatures')
export const areaFeatures = featurePage(areaFeature, 'AreaFeatures')

export const areaQuery = pageQuery.extend({
  // `parseBox` reads it, with an answer of its own.
  in_bbox: z
    .string()
    .optional()
    .meta({
      type: 'array',
      items: { type: 'number' },
      minItems: 4,
      maxItems: 4,
      description: 'West, south, east and north; west above east goes across the antimeridian.',
      examples: [[4.7, 52.2, 5.1, 52.5]],
    }),
  image: idList.describe('Ids of images.'),
  source: idList.describe('Ids of sources.'),
  collection: idList.describe('Ids of collections.'),
  subject: subjectList.describe('Subjects, by id or by their item in the knowledge base.'),
  confidence: oneOf(CONFIDENCES),
  georeferenced_by: idList.describe('Ids of contributors.'),
  year_min: yearMin.describe('The date of the image is in this year or later, or may be.'),
  year_max: yearMax.describe('The date of the image is in this year or earlier, or may be.'),
  ordering: orderingBy(GEOREFERENCE_ORDERS, DEFAULT_GEOREFERENCE_ORDER),
})

export type AreaQuery = z.output<typeof areaQuery>

export const pointQuery = areaQuery.extend({
  from_above: flag.describe('The image was taken from high up, or was not.'),
})
