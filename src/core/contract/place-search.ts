import { z } from 'zod'
import { MAX_POSITION_LENGTH } from '../model/geometry/typed-position.ts'
import { PLACE_KINDS } from '../model/gazetteer/named-place.ts'
import { requiredNumber } from './number-parameters.ts'

/** Query of `GET /api/v2/search/places/`. */
export const placeSearchQuery = z.object({
  q: z
    .string('Enter a text to search for.')
    .trim()
    .min(1, 'Enter a text to search for.')
    .max(MAX_POSITION_LENGTH, `Enter at most ${MAX_POSITION_LENGTH} characters.`)
    .refine((text) => !text.includes('\0'), 'Null characters are not allowed.')
    .meta({
      description: 'Name of a place, coordinates, or the address of a page of a map.',
      examples: ['Vine Street'],
    }),
  lat: requiredNumber({ min: -90, max: 90 })
    .optional()
    .meta({
      description: 'Latitude of a position, near which places are preferred.',
      examples: [40.71],
    }),
  lon: requiredNumber({ min: -180, max: 180 })
    .optional()
    .meta({
      description: 'Longitude of this position.',
      examples: [-74.01],
    }),
  lang: z
    .string()
    .max(10)
    .optional()
    .meta({
      description: 'Language of the text, which decides what `O` means in coordinates.',
      examples: ['de'],
    }),
})

/** Sources of found places. */
export const PLACE_SOURCES = ['position', 'subject', 'image', 'gazetteer', 'geocoder'] as const

const degrees = (most: number) => z.number().min(-most).max(most)

export const foundPlace = z
  .object({
    source: z
      .enum(PLACE_SOURCES)
      .describe(
        'Where the place comes from: `position` if the text names one, the outline of a `subject`, the placement of an `image`, a `gazetteer`, or the `geocoder` of the server.',
      ),
    title: z.string().meta({
      description: 'Name of the place, or title of the image.',
      examples: ['Vine Street'],
    }),
    kind: z.enum(PLACE_KINDS).nullable().describe('Kind of the place. Null if it is unknown.'),
    latitude: degrees(90).describe('Latitude of its middle in degrees (WGS 84).'),
    longitude: degrees(180).describe('Longitude of its middle in degrees (WGS 84).'),
    extent: z
      .array(z.number())
      .length(4)
      .meta({
        description: 'West, south, east and north, in degrees. East may be over 180.',
        examples: [[-74.01, 40.71, -74, 40.72]],
      }),
    id: z.int().nullable().describe('ID of the subject or the image. Null for other sources.'),
    credit: z
      .string()
      .nullable()
      .meta({
        description: 'Credit to show beside the place. Null without one.',
        examples: ['GeoNames (CC BY 4.0)'],
      }),
  })
  .meta({ id: 'FoundPlace', description: 'A place that a text may name.' })

export const placeSearchResults = z
  .object({
    results: z.array(foundPlace).describe('The most likely places first.'),
    complete: z
      .boolean()
      .describe('Whether all sources answered. If not, a later search may find more.'),
  })
  .meta({ id: 'PlaceSearchResults', description: 'Places that a text may name.' })

export type FoundPlace = z.output<typeof foundPlace>
export type PlaceSearchResults = z.output<typeof placeSearchResults>
