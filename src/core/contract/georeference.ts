import { z } from 'zod'

export const confidence = z.enum(['low', 'medium', 'high'])

export const validation = z.strictObject({
  validation: z.enum(['correct', 'uncertain', 'incorrect']),
  validated_by: z.string(),
  notes: z.string(),
  validated_at: z.string(),
})

export type Validation = z.infer<typeof validation>

const georeferenced = {
  id: z.int(),
  confidence,
  confidence_notes: z.string(),
  georeferenced_by: z.string(),
  georeferenced_at: z.string(),
  validations: z.array(validation),
}

/** Where the camera stood, and in which direction it looked. */
export const pointGeoreference = z.strictObject({
  ...georeferenced,
  latitude: z.number(),
  longitude: z.number(),
  /** Degrees clockwise from north. */
  direction: z.number().nullable(),
})

export type PointGeoreference = z.infer<typeof pointGeoreference>

const position = z.tuple([z.number(), z.number()])

/** The area that an image from above covers. */
export const fromAboveGeoreference = z.strictObject({
  ...georeferenced,
  polygon: z.looseObject({
    type: z.literal('Polygon'),
    coordinates: z.array(z.array(position).min(4)).min(1),
  }),
})

export type FromAboveGeoreference = z.infer<typeof fromAboveGeoreference>
