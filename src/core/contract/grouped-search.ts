import { z } from 'zod'
import { foundPlace } from './place-search.ts'
import { searchFilters, textSearchQuery, textSearchResult } from './search.ts'
import { subjectSummary } from './subject.ts'

/** The groups of results, in the order of a page. */
export const SEARCH_GROUPS = [
  'subjects',
  'people',
  'collections',
  'places',
  'images',
  'less_exact',
] as const

export type SearchGroup = (typeof SEARCH_GROUPS)[number]

/** Orders of found images, besides the best match first. */
export const IMAGE_SEARCH_ORDERS = ['date', '-date'] as const
export type ImageSearchOrder = (typeof IMAGE_SEARCH_ORDERS)[number]

/** Query of `GET /api/v2/search/`. */
export const groupedSearchQuery = z.object({
  q: textSearchQuery.shape.q.describe(
    'Text to search for. A date in it, in English, German, French or Spanish, filters images by years, unless it is in quotation marks.',
  ),
  group: z.enum(SEARCH_GROUPS).optional().describe('Return a page of this group only.'),
  page: textSearchQuery.shape.page.describe(
    'Page number of the group, from 1. A page after the last one has no results.',
  ),
  page_size: textSearchQuery.shape.page_size.describe('Number of results on a page of the group.'),
  ordering: z
    .enum(IMAGE_SEARCH_ORDERS, 'Enter date or -date.')
    .optional()
    .describe(
      'Sort `images` by date, undated ones last, instead of the best match first. Of more than 10,000, those that match best.',
    ),
  ...searchFilters.shape,
})

const match = z
  .strictObject({
    field: z
      .enum(['id', 'item', 'date', 'name', 'title', 'description', 'contribution', 'similar'])
      .describe(
        'What the query matches. `contribution` is a comment or a note on a georeference, and `similar` a text without any of the words.',
      ),
    text: z
      .string()
      .nullable()
      .meta({
        description: 'The text, or a part of it. Null for `contribution` and `similar`.',
        examples: ['… at the corner of Lexington Avenue …'],
      }),
  })
  .meta({ id: 'SearchMatch', description: 'Why a search found something.' })

export type SearchMatch = z.output<typeof match>

const pageUrl = (path: string) =>
  z.string().meta({
    description: 'URL of its page.',
    examples: [`https://catalog.example.org${path}`],
  })

const text = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] })

const year = (bound: string, example: number | null) =>
  z
    .int()
    .nullable()
    .meta({ description: `${bound} Null without one.`, examples: [example] })

const foundSubject = z.strictObject({
  ...subjectSummary.pick({ id: true, title: true, slug: true }).shape,
  image_count: z.int().meta({ description: 'Number of public images.', examples: [42] }),
  page_url: pageUrl('/subjects/town-hall/'),
  match,
})

const foundPerson = z.strictObject({
  kind: z.enum(['creator', 'contributor']).describe('Creator of images, or contributor of places.'),
  id: z
    .int()
    .nullable()
    .meta({ description: 'ID of the contributor. Null for a creator.', examples: [null] }),
  name: text('Name as images or the account have it.', 'A. Painter'),
  page_url: pageUrl('/images/?creator=A.+Painter'),
  match,
})

const foundCollection = z.strictObject({
  kind: z.enum(['collection', 'source']).describe('What it is.'),
  id: z.int().meta({ description: 'ID of the collection or the source.', examples: [3] }),
  name: text('Its name.', 'Album 3'),
  slug: text('Its short name.', 'album-3'),
  page_url: pageUrl('/collections/3/'),
  match,
})

const foundImage = textSearchResult.omit({ similarity: true }).extend({ match }).strict()

function group<Result extends z.ZodType>(result: Result, description: string) {
  return z
    .strictObject({
      count: z.int().describe('Number of all results.'),
      results: z.array(result).describe('The first ones, or a page of them.'),
    })
    .optional()
    .describe(`${description} Absent if another group is asked for.`)
}

export const groupedSearchResults = z
  .strictObject({
    query: text('The text without the date.', 'town hall'),
    filters: z
      .strictObject({
        text: z
          .string()
          .nullable()
          .meta({
            description: 'The date as the text has it. Null without one.',
            examples: ['before 1900'],
          }),
        year_min: year('The first year.', null),
        year_max: year('The last year.', 1899),
      })
      .describe('The filter of images that the text contains.'),
    subjects: group(foundSubject, 'Subjects of public images.'),
    people: group(foundPerson, 'Creators of images, and contributors.'),
    collections: group(foundCollection, 'Collections and sources.'),
    places: group(
      foundPlace.extend({ match }),
      'Entries of gazetteers, and the places of `images`.',
    ),
    images: group(foundImage, 'Images of which one text has all words.'),
    less_exact: group(foundImage, 'Other images with similar texts.'),
  })
  .meta({ id: 'GroupedSearchResults', description: 'What a text may mean, by kind.' })

export type GroupedSearchResults = z.output<typeof groupedSearchResults>
