import { z } from 'zod'
import { timestamp } from './timestamp.ts'

export const CONFIDENCES = ['low', 'medium', 'high'] as const
export const confidence = z.enum(CONFIDENCES).meta({ examples: ['high'] })

export const validation = z
  .strictObject({
    validation: z.enum(['correct', 'uncertain', 'incorrect']),
    validated_by: z.string().meta({ examples: ['grace'] }),
    notes: z.string().meta({ examples: ['The tower fits.'] }),
    validated_at: timestamp,
  })
  .meta({ id: 'Validation', description: 'What somebody else thinks of a georeference.' })

export type Validation = z.infer<typeof validation>

const georeferenced = {
  id: z.int().meta({ examples: [31] }),
  confidence,
  confidence_notes: z.string().meta({ examples: ['The corner house still stands.'] }),
  georeferenced_by: z.string().meta({ examples: ['ada'] }),
  georeferenced_at: timestamp,
  validations: z.array(validation).describe('Oldest first.'),
}

export const pointGeoreference = z
  .strictObject({
    ...georeferenced,
    latitude: z.number().meta({ examples: [52.37403] }),
    longitude: z.number().meta({ examples: [4.88969] }),
    direction: z
      .number()
      .nullable()
      .meta({ description: 'Degrees clockwise from north.', examples: [118.5] }),
  })
  .meta({
    id: 'PointGeoreference',
    description: 'Where the camera stood, and in which direction it looked.',
  })

export type PointGeoreference = z.infer<typeof pointGeoreference>

export const position = z.tuple([z.number(), z.number()]).describe('Longitude, latitude.')

export const polygon = z
  .strictObject({
    type: z.literal('Polygon'),
    coordinates: z
      .array(z.array(position).min(4))
      .min(1)
      .describe('Rings, the outer one first; the last position of a ring is its first.'),
  })
  .meta({
    id: 'Polygon',
    description: 'GeoJSON (RFC 7946, section 3.1.6).',
    examples: [
      {
        type: 'Polygon',
        coordinates: [
          [
            [4.88, 52.37],
            [4.9, 52.37],
            [4.9, 52.38],
            [4.88, 52.37],
          ],
        ],
      },
    ],
  })

export const multiPolygon = z
  .strictObject({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(polygon.shape.coordinates).min(1),
  })
  .meta({ id: 'MultiPolygon', description: 'GeoJSON (RFC 7946, section 3.1.7).' })

export const fromAboveGeoreference = z
  .strictObject({
    ...georeferenced,
    polygon,
  })
  .meta({
    id: 'FromAboveGeoreference',
    description: 'The area that an image from above covers.',
  })

export type FromAboveGeoreference = z.infer<typeof fromAboveGeoreference>
