import { z } from 'zod'
import { SUGGESTION_REASONS } from '../model/placing/suggested-place.ts'

const named = (what: string) =>
  z.object({
    id: z.int().describe(`ID of the ${what}.`),
    title: z.string().meta({ description: `Title of the ${what}.`, examples: ['Vine Street'] }),
  })

export const placeSuggestion = z
  .object({
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .meta({
        description: 'Latitude in degrees (WGS 84).',
        examples: [40.7145],
      }),
    longitude: z
      .number()
      .min(-180)
      .max(180)
      .meta({
        description: 'Longitude in degrees (WGS 84).',
        examples: [-74.0071],
      }),
    direction: z
      .number()
      .min(0)
      .lt(360)
      .nullable()
      .meta({
        description:
          'Where the camera looked, in degrees clockwise from north. Null unless a position states it.',
        examples: [null],
      }),
    radius: z.int().min(0).describe('Distance to the farthest evidence, in meters.'),
    score: z
      .number()
      .min(0)
      .max(1)
      .meta({
        description: 'How likely the place is, compared with the others.',
        examples: [0.62],
      }),
    reason: z
      .enum(SUGGESTION_REASONS)
      .describe(
        'The strongest evidence: placed images with a `similar_title`, placed images `beside` it in its collection, the outline of a tagged `subject`, an entry of a `gazetteer` that its texts name, a placed image that it `looks_like`, the `archive_position` that its archive states, or the `gps_position` in the metadata of its file.',
      ),
    images: z
      .array(named('image'))
      .describe('Placed images that are the evidence, the best first.'),
    subject: named('subject')
      .extend({
        slug: z.string().meta({ description: 'Slug of the subject.', examples: ['vine-street'] }),
      })
      .nullable()
      .describe('The subject. Null for other reasons.'),
    entry: z
      .object({
        name: z
          .string()
          .meta({ description: 'Name of the place.', examples: ['Vine Street & Elm Street'] }),
        credit: z
          .string()
          .meta({ description: 'Credit that has to be shown.', examples: ['© OpenStreetMap'] }),
      })
      .nullable()
      .describe('The entry of a gazetteer. Null for other reasons.'),
  })
  .meta({ id: 'PlaceSuggestion', description: 'A place that an image may show.' })

/** Response of `GET /api/v2/images/{id}/place-suggestions/`. */
export const placeSuggestions = z
  .object({ results: z.array(placeSuggestion).describe('At most five, the most likely first.') })
  .meta({ id: 'PlaceSuggestions', description: 'Places that an image may show.' })

export type PlaceSuggestion = z.output<typeof placeSuggestion>
export type PlaceSuggestions = z.output<typeof placeSuggestions>
