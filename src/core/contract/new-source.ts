import { z } from 'zod'
import { MAX_COLLECTION_NAME, MAX_PROSE, MAX_SLUG, MAX_SOURCE_NAME } from '../limits.ts'
import { isSlug } from '../model/slug.ts'
import { collection } from './collection.ts'
import { optionalFlag, requiredId } from './fields.ts'
import { source } from './source.ts'
import {
  ADDRESS,
  optionalProse,
  optionalWebAddress,
  requiredProse,
  requiredText,
  webAddress,
} from './text.ts'

const NOT_AN_OBJECT = 'Invalid data. Expected an object.'

const slug = requiredText(MAX_SLUG)
  .pipe(
    z
      .string()
      .refine(isSlug, 'Enter a valid slug consisting of letters, numbers, underscores or hyphens.'),
  )
  .meta({ maxLength: MAX_SLUG, examples: ['town-archive'] })

/** Body of `POST /api/v2/sources/`. */
export const newSource = z
  .object(
    {
      name: requiredText(MAX_SOURCE_NAME).meta({ examples: ['Town archive'] }),
      slug,
      url: webAddress,
      description: requiredProse(MAX_PROSE).meta({ examples: ['The archive of the town.'] }),
      public: optionalFlag().describe('Whether everybody sees it.'),
    },
    NOT_AN_OBJECT,
  )
  .meta({ id: 'NewSource', description: 'An institution that will contribute images.' })

export type NewSource = z.output<typeof newSource>

/** Answer of `POST /api/v2/sources/`. */
export const createdSource = source
  .pick({ id: true, name: true, slug: true, url: true, description: true, public: true })
  .meta({ id: 'CreatedSource', description: 'The source that was made.' })

export type CreatedSource = z.infer<typeof createdSource>

const optionalAddress = optionalWebAddress.transform((address) => address ?? '').meta(ADDRESS)
const description = optionalProse(MAX_PROSE)
  .transform((text) => text ?? '')
  .meta({ examples: ['Views of the old town.'] })

/** A source as the administrator makes it on the host: with less to say than over the API. */
export const hostSource = newSource.extend({ url: optionalAddress, description })

/** Body of `POST /api/v2/collections/`, and what the administrator gives for a collection. */
export const newCollection = z
  .object(
    {
      name: requiredText(MAX_COLLECTION_NAME).meta({ examples: ['Album 3'] }),
      slug,
      source: requiredId().describe('The id of the source that it is a part of.'),
      url: optionalAddress,
      description,
      public: optionalFlag().describe('Whether everybody sees it who sees the source.'),
    },
    NOT_AN_OBJECT,
  )
  .meta({ id: 'NewCollection', description: 'A part of a source, to import images into.' })

export type NewCollection = z.output<typeof newCollection>

/** Answer of `POST /api/v2/collections/`. */
export const createdCollection = collection
  .pick({ id: true, name: true, slug: true, url: true, description: true, public: true })
  .extend({ source: z.int().meta({ description: 'Its source.', examples: [1] }) })
  .meta({ id: 'CreatedCollection', description: 'The collection that was made.' })

export type CreatedCollection = z.infer<typeof createdCollection>
