import { z } from 'zod'
import { CONFIDENCES } from '../model/confidences.ts'
import { DEFAULT_GEOREFERENCE_ORDER, GEOREFERENCE_ORDERS } from '../model/orders.ts'
import { confidence, validationSummary, polygon, position } from './georeference.ts'
import { PLACEMENT_VERDICTS } from '../model/placement-verdict.ts'
import {
  flag,
  idList,
  oneOf,
  orderingBy,
  pageQuery,
  subjectRefs,
  yearMax,
  yearMin,
} from './list-query.ts'
import { featurePage } from './paginated.ts'
import { timestamp } from './timestamp.ts'

const id = z.int().meta({ description: 'Id of the georeference.', examples: [31] })

const properties = {
  id,
  image_id: z.int().meta({ examples: [12] }),
  image_title: z.string().meta({ examples: ['Market square'] }),
  image_thumbnail: z
    .url()
    .nullable()
    .meta({ description: 'URL of a small JPEG. Null until it is generated.', examples: [null] }),
  confidence,
  georeferenced_by: z.string().meta({ examples: ['ada'] }),
  georeferenced_at: timestamp,
  validation_count: z
    .int()
    .meta({ description: 'Number of validations by other users.', examples: [2] }),
  ...validationSummary,
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
        .meta({
          description: 'Viewing direction in degrees clockwise from north. Null if unknown.',
          examples: [118.5],
        }),
    }),
  })
  .meta({ id: 'PointFeature', description: 'Camera position of an image, as a GeoJSON feature.' })

export type PointFeature = z.infer<typeof pointFeature>

export const areaFeature = z
  .strictObject({
    type: z.literal('Feature'),
    id,
    geometry: polygon,
    properties: z.strictObject(properties),
  })
  .meta({
    id: 'AreaFeature',
    description: 'Area that an image covers, as a GeoJSON feature.',
  })

export type AreaFeature = z.infer<typeof areaFeature>

export const pointFeatures = featurePage(pointFeature, 'PointFeatures')
export const areaFeatures = featurePage(areaFeature, 'AreaFeatures')

/** The form of a parameter that is a box. */
export const BOX = { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 } as const

/** Raw text: `parseBox` reports errors in the form that clients expect. */
export const box = z.string().optional()

export const areaQuery = pageQuery.extend({
  in_bbox: box.meta({
    ...BOX,
    description:
      'West, south, east and north in degrees. If west is greater than east, the box crosses the antimeridian.',
    examples: [[4.7, 52.2, 5.1, 52.5]],
  }),
  image: idList.describe('Return only georeferences of these images, by id.'),
  source: idList.describe('Return only images of these sources, by id.'),
  collection: idList.describe('Return only images of these collections, by id.'),
  subject: subjectRefs.describe(
    'Return only images of these subjects, by id or by Wikidata item (`Q64`).',
  ),
  confidence: oneOf(CONFIDENCES).describe('Return only georeferences with this confidence.'),
  verdict: oneOf(PLACEMENT_VERDICTS).describe(
    'Return only georeferences with this verdict of their validations.',
  ),
  georeferenced_by: idList.describe('Return only georeferences by these users, by id.'),
  year_min: yearMin.describe('Return only images whose date is, or may be, in this year or later.'),
  year_max: yearMax.describe(
    'Return only images whose date is, or may be, in this year or earlier.',
  ),
  ordering: orderingBy(GEOREFERENCE_ORDERS, DEFAULT_GEOREFERENCE_ORDER),
})

export type AreaQuery = z.output<typeof areaQuery>

export const pointQuery = areaQuery.extend({
  from_above: flag.describe('Return only images taken from above (true), or only others (false).'),
})

export type PointQuery = z.output<typeof pointQuery>
