import { z } from 'zod'
import { MAX_ZOOM } from '../model/tiles/tile.ts'
import { trimmedText } from './list-query.ts'
import { isWithinLength } from '../model/text.ts'
import { MAX_SEARCH_TEXT } from '../base/limits.ts'
import { pointQuery } from './feature.ts'
import { imageQuery } from './image.ts'

/** The words of the images on a map. */
export const mapWords = trimmedText
  .refine(
    (text) => isWithinLength(text ?? '', MAX_SEARCH_TEXT),
    `Enter at most ${MAX_SEARCH_TEXT} characters.`,
  )
  .refine((text) => text?.includes('\0') !== true, 'Null characters are not allowed.')
  .meta({ maxLength: MAX_SEARCH_TEXT, examples: ['town hall'] })
  .describe('Return only images of which one text has all of these words, the best 10,000.')

/** The filters of the georeference lists, the creator of the image, and words of its texts. */
export const tileQuery = pointQuery
  .omit({ page: true, page_size: true, ordering: true })
  .extend({ creator: imageQuery.shape.creator, q: mapWords })

const layer = z.strictObject({
  id: z.string().meta({ description: 'Name of the layer in the tiles.', examples: ['points'] }),
  description: z.string().meta({ examples: ['Camera positions of single images.'] }),
  minzoom: z.int().meta({ examples: [0] }),
  maxzoom: z.int().meta({ examples: [MAX_ZOOM] }),
  fields: z.record(z.string(), z.string()).meta({
    description: 'Descriptions of the properties of features, by name.',
    examples: [{ id: 'Id of the georeference.' }],
  }),
})

export const tileJson = z
  .strictObject({
    tilejson: z.literal('3.0.0'),
    name: z.string().meta({ description: 'Name of the site.', examples: ['Old views'] }),
    tiles: z.array(z.string()).meta({
      description: 'Address of the tiles, with the filters of the request.',
      examples: [['https://catalog.example.org/api/v2/tiles/{z}/{x}/{y}.mvt']],
    }),
    attribution: z
      .string()
      .optional()
      .meta({
        description:
          'The site and the license of contributions, as HTML for maps to show. Absent without a license.',
        examples: [
          '<a href="https://catalog.example.org/">Old views</a>, <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0 (Attribution)</a>',
        ],
      }),
    minzoom: z.int().meta({ examples: [0] }),
    maxzoom: z.int().meta({ examples: [MAX_ZOOM] }),
    bounds: z.array(z.number()).meta({
      description: 'West, south, east and north in degrees.',
      examples: [[-180, -85.0511, 180, 85.0511]],
    }),
    vector_layers: z.array(layer),
  })
  .meta({ id: 'TileJson', description: 'The vector tiles, as TileJSON 3.0.0.' })

export type TileJson = z.infer<typeof tileJson>
