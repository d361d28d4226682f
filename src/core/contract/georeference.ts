import { z } from 'zod'
import { CONFIDENCES } from '../model/confidences.ts'
import { PLACEMENT_VERDICTS } from '../model/placement-verdict.ts'
import { timestamp } from './timestamp.ts'
import { VERDICTS } from './verdicts.ts'

export const confidence = z.enum(CONFIDENCES).meta({ examples: ['high'] })

export const validation = z
  .strictObject({
    validation: z.enum(VERDICTS),
    validated_by: z.string().meta({ examples: ['grace'] }),
    notes: z.string().meta({ examples: ['The tower fits.'] }),
    validated_at: timestamp,
  })
  .meta({ id: 'Validation', description: 'The verdict of another user on a georeference.' })

export type Validation = z.infer<typeof validation>

/** Members that sum up the validations of a georeference. */
export const validationSummary = {
  verdict: z.enum(PLACEMENT_VERDICTS).meta({
    description:
      '`confirmed` if there are validations as correct and none as incorrect, `refuted` if the reverse, `disputed` if both, `unchecked` if neither.',
    examples: ['confirmed'],
  }),
  score: z.number().meta({
    description:
      'Lower bound of the Wilson interval (z = 1.96) of the share of validations as correct, 0 to 1. An uncertain one counts as half correct and half incorrect. 0 without validations.',
    examples: [0.3424],
  }),
}

const georeferenced = {
  id: z.int().meta({ examples: [31] }),
  confidence,
  confidence_notes: z.string().meta({ examples: ['The corner house still stands.'] }),
  georeferenced_by: z.string().meta({ examples: ['ada'] }),
  georeferenced_at: timestamp,
  ...validationSummary,
  validations: z.array(validation).describe('Validations by other users, oldest first.'),
  validations_url: z
    .url()
    .optional()
    .meta({
      description:
        'URL of all validations. Present only if there are too many: then `validations` has the newest.',
      examples: ['https://catalog.example.org/api/v2/georeferences/31/validations/'],
    }),
}

export const pointGeoreference = z
  .strictObject({
    ...georeferenced,
    latitude: z.number().meta({ description: 'Degrees (WGS 84).', examples: [52.37403] }),
    longitude: z.number().meta({ description: 'Degrees (WGS 84).', examples: [4.88969] }),
    direction: z
      .number()
      .nullable()
      .meta({
        description: 'Viewing direction in degrees clockwise from north. Null if unknown.',
        examples: [118.5],
      }),
  })
  .meta({
    id: 'PointGeoreference',
    description: 'Camera position and viewing direction of an image.',
  })

export type PointGeoreference = z.infer<typeof pointGeoreference>

export const position = z
  .tuple([z.number(), z.number()])
  .describe('Longitude and latitude in degrees (WGS 84).')

export const polygon = z
  .strictObject({
    type: z.literal('Polygon'),
    coordinates: z
      .array(z.array(position).min(4))
      .min(1)
      .describe(
        'Linear rings, the outer one first. The first and the last position of a ring are the same.',
      ),
  })
  .meta({
    id: 'Polygon',
    description: 'GeoJSON polygon (RFC 7946, section 3.1.6).',
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
  .meta({ id: 'MultiPolygon', description: 'GeoJSON multipolygon (RFC 7946, section 3.1.7).' })

export const lineString = z
  .strictObject({ type: z.literal('LineString'), coordinates: z.array(position).min(2) })
  .meta({ id: 'LineString', description: 'GeoJSON line (RFC 7946, section 3.1.4).' })

export const multiLineString = z
  .strictObject({
    type: z.literal('MultiLineString'),
    coordinates: z.array(z.array(position).min(2)).min(1),
  })
  .meta({ id: 'MultiLineString', description: 'GeoJSON lines (RFC 7946, section 3.1.5).' })

export const point = z
  .strictObject({ type: z.literal('Point'), coordinates: position })
  .meta({ id: 'Point', description: 'GeoJSON point (RFC 7946, section 3.1.2).' })

export const fromAboveGeoreference = z
  .strictObject({
    ...georeferenced,
    polygon,
  })
  .meta({
    id: 'FromAboveGeoreference',
    description: 'Area that an image taken from above covers.',
  })

export type FromAboveGeoreference = z.infer<typeof fromAboveGeoreference>
