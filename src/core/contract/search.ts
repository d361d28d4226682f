import { z } from 'zod'
import {
  DEFAULT_SEARCH_PAGE_SIZE,
  DEFAULT_THRESHOLD,
  MAX_IN_VIEW_RADIUS,
  MAX_IN_VIEW_RESULTS,
  MAX_PAGE_SIZE,
  MAX_SEARCH_PAGE,
  MAX_SEARCH_TEXT,
} from '../base/limits.ts'
import { isWithinLength } from '../model/text.ts'
import { confidence, pointGeoreference } from './georeference.ts'
import { image, imageDetail, imageQuery } from './image.ts'
import { clampedInteger, clampedNumber, numberAbove, requiredNumber } from './number-parameters.ts'

/** Queries and responses of the searches. Errors in a query are reported in one message, by `parseParameters`. */

const sharedParameters = z.object({
  page: clampedInteger({ min: 1, max: MAX_SEARCH_PAGE, fallback: 1 }).describe(
    'Page number, from 1. A page after the last one has no results.',
  ),
  page_size: clampedInteger({
    min: 1,
    max: MAX_PAGE_SIZE,
    fallback: DEFAULT_SEARCH_PAGE_SIZE,
  }).describe('Number of results on a page.'),
  ...imageQuery.pick({
    georeferenced: true,
    year_min: true,
    year_max: true,
    source: true,
    collection: true,
    subject: true,
  }).shape,
})

const searchText = z
  .string('Enter a text to search for.')
  .trim()
  .min(1, 'Enter a text to search for.')
  .refine((text) => !text.includes('\0'), 'Null characters are not allowed.')
  .refine(
    (text) => isWithinLength(text, MAX_SEARCH_TEXT),
    `Enter at most ${MAX_SEARCH_TEXT} characters.`,
  )
  .meta({ maxLength: MAX_SEARCH_TEXT, examples: ['town hall'] })

/** The filters of the list of images that searches by words have. */
export const searchFilters = imageQuery.pick({
  ...({ georeferenced: true, from_above: true, year_min: true, year_max: true } as const),
  ...({ source: true, collection: true, subject: true, creator: true } as const),
})

/** Query of `GET /api/v2/search/text/`. */
export const textSearchQuery = z.object({
  q: searchText.describe('Text to search for.'),
  threshold: clampedNumber({ min: 0, max: 1, fallback: DEFAULT_THRESHOLD }).describe(
    'Limit of the distance, which is 1 minus the similarity. Higher values find more and looser matches.',
  ),
  ...sharedParameters.shape,
})

/** Query of `GET /api/v2/search/semantic/`. */
export const semanticSearchQuery = z.object({
  q: searchText.describe('Text that describes what the images show.'),
  ...sharedParameters.shape,
})

const ENTER_IMAGE = 'Enter the ID of an image.'

/** Query of `GET /api/v2/search/similar/`. */
export const similarSearchQuery = z.object({
  image: z
    .string(ENTER_IMAGE)
    .trim()
    .regex(/^\d{1,15}$/, ENTER_IMAGE)
    .transform(Number)
    .meta({ type: 'integer', description: 'ID of the image to compare with.', examples: [1] }),
  ...sharedParameters.shape,
})

/** Query of `GET /api/v2/search/in-view/`. */
export const inViewSearchQuery = z
  .object({
    lat: requiredNumber({ min: -90, max: 90 }).meta({
      description: 'Latitude of the position in degrees (WGS 84).',
      examples: [52.3731],
    }),
    lon: requiredNumber({ min: -180, max: 180 }).meta({
      description: 'Longitude of the position in degrees (WGS 84).',
      examples: [4.8932],
    }),
    radius: numberAbove({ above: 0, max: MAX_IN_VIEW_RADIUS }).meta({
      description:
        'Return only images taken within this distance, in meters. Without it, the results have no total count.',
      examples: [500],
    }),
    ...sharedParameters.shape,
  })
  .refine(({ page, page_size }) => page * page_size <= MAX_IN_VIEW_RESULTS, {
    path: ['page'],
    error: `page × page_size must not be greater than ${MAX_IN_VIEW_RESULTS}.`,
  })

/** The parameters that all searches share, parsed. */
export type SharedSearchQuery = z.output<typeof sharedParameters>

const { shape } = imageDetail

const foundImage = {
  id: shape.id,
  title: shape.title,
  permalink: shape.permalink,
  thumbnail: shape.thumbnail.meta({
    description:
      'URL of a small JPEG, or the permalink until it is generated. Null if there is no file.',
  }),
  original_date: shape.original_date,
  date_display: shape.date_display,
}

const foundImageOrigin = { collection: image.shape.collection, detail_url: image.shape.detail_url }

function rankedResult(similarity: { description: string; examples: number[] }) {
  return z.strictObject({
    ...foundImage,
    similarity: z.number().min(0).max(1).meta(similarity),
    ...foundImageOrigin,
  })
}

/** A result of a search that orders images by similarity. */
export type RankedSearchResult = z.infer<ReturnType<typeof rankedResult>>

const pageNumber = z
  .int()
  .min(1)
  .meta({ description: 'Number of this page.', examples: [1] })
const pageSize = z.int().meta({ description: 'Maximum number of results.', examples: [20] })

function rankedResults(
  result: ReturnType<typeof rankedResult>,
  count: { description: string; examples: number[] },
  query: { description: string; examples: string[] },
) {
  return z.strictObject({
    count: z.int().meta(count),
    page: pageNumber,
    page_size: pageSize,
    query: z.string().meta(query),
    results: z.array(result).describe('The most similar image first, equal ones by id.'),
  })
}

/** One page of results of a search that orders images by similarity. */
export type RankedSearchResults = z.infer<ReturnType<typeof rankedResults>>

export const textSearchResult = rankedResult({
  description:
    'Word similarity of the best matching text, from 0 to 1, with four decimals. 1 if the text contains all trigrams of the query.',
  examples: [0.7273],
}).meta({ id: 'TextSearchResult', description: 'An image that a text search found.' })

export const textSearchResults = rankedResults(
  textSearchResult,
  { description: 'Number of matching images on all pages.', examples: [137] },
  { description: 'The text of the query.', examples: ['town hall'] },
).meta({ id: 'TextSearchResults', description: 'One page of results of a text search.' })

export const semanticSearchResult = rankedResult({
  description:
    'Cosine of the angle between the embeddings, with four decimals. Negative ones count as 0.',
  examples: [0.2817],
}).meta({ id: 'SemanticSearchResult', description: 'An image that a semantic search ranked.' })

export const semanticSearchResults = rankedResults(
  semanticSearchResult,
  {
    description:
      'Number of images on all pages: all that pass the filters and were processed by the embedding model.',
    examples: [5120],
  },
  {
    description: 'The text of the query, or the ID of the image to compare with.',
    examples: ['a bridge in winter'],
  },
).meta({ id: 'SemanticSearchResults', description: 'One page of results of a semantic search.' })

export const inViewSearchResult = z
  .strictObject({
    ...foundImage,
    distance_m: z.number().meta({
      description:
        'Distance in meters from the position to the camera, with one decimal, on the WGS 84 ellipsoid.',
      examples: [84.3],
    }),
    georeference: z
      .strictObject({
        ...pointGeoreference.pick({ latitude: true, longitude: true, direction: true }).shape,
        confidence,
      })
      .describe('The newest point georeference of the image.'),
    ...foundImageOrigin,
  })
  .meta({ id: 'InViewSearchResult', description: 'An image that shows the position.' })

export type InViewSearchResult = z.infer<typeof inViewSearchResult>

export const inViewSearchResults = z
  .strictObject({
    latitude: z.number().meta({ description: 'Latitude of the position.', examples: [52.3731] }),
    longitude: z.number().meta({ description: 'Longitude of the position.', examples: [4.8932] }),
    radius: z
      .number()
      .nullable()
      .meta({
        description: 'Radius of the search in meters. Null if the request has none.',
        examples: [500],
      }),
    page: pageNumber,
    page_size: pageSize,
    count: z
      .int()
      .nullable()
      .meta({
        description: 'Number of matching images on all pages. Null without a radius.',
        examples: [42],
      }),
    has_more: z.boolean().meta({ description: 'Whether there is a next page.', examples: [true] }),
    results: z.array(inViewSearchResult).describe('The nearest image first, then by id.'),
  })
  .meta({ id: 'InViewSearchResults', description: 'One page of results of an in-view search.' })

export type InViewSearchResults = z.infer<typeof inViewSearchResults>
