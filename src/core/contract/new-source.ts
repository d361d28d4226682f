import { z } from 'zod'
import { MAX_COLLECTION_NAME, MAX_PROSE, MAX_SOURCE_NAME } from '../base/limits.ts'
import { collection } from './collection.ts'
import { optionalFlag, requiredId } from './fields.ts'
import { requiredSlug } from './slug.ts'
import { source } from './source.ts'
import {
  ADDRESS,
  optionalProse,
  optionalWebAddress,
  requiredProse,
  requiredText,
  webAddress,
} from './text.ts'

/** Body of `POST /api/v2/sources/`. */
export const newSource = z
  .object({
    name: requiredText(MAX_SOURCE_NAME).meta({ examples: ['Town archive'] }),
    slug: requiredSlug(),
    url: webAddress,
    description: requiredProse(MAX_PROSE).meta({ examples: ['The archive of the town.'] }),
    public: optionalFlag().describe('Whether the source is visible to everyone.'),
  })
  .meta({ id: 'NewSource', description: 'An institution that contributes images.' })

export type NewSource = z.output<typeof newSource>

/** Response of `POST /api/v2/sources/`. */
export const createdSource = source
  .pick({ id: true, name: true, slug: true, url: true, description: true, public: true })
  .meta({ id: 'CreatedSource', description: 'The source that was created.' })

export type CreatedSource = z.infer<typeof createdSource>

const optionalAddress = optionalWebAddress.transform((address) => address ?? '').meta(ADDRESS)
const description = optionalProse(MAX_PROSE)
  .transform((text) => text ?? '')
  .meta({ examples: ['Views of the old town.'] })

/** A source that was created once: its URL and description may have been removed. */
export const storedSource = newSource.extend({ url: optionalAddress, description })

/** Body of `POST /api/v2/collections/`. */
export const newCollection = z
  .object({
    name: requiredText(MAX_COLLECTION_NAME).meta({ examples: ['Album 3'] }),
    slug: requiredSlug(),
    source: requiredId().describe('Id of the source that the collection belongs to.'),
    url: optionalAddress,
    description,
    public: optionalFlag().describe(
      'Whether the collection is visible to everyone who can see its source.',
    ),
  })
  .meta({ id: 'NewCollection', description: 'A collection to import images into.' })

export type NewCollection = z.output<typeof newCollection>

/** Response of `POST /api/v2/collections/`. */
export const createdCollection = collection
  .pick({ id: true, name: true, slug: true, url: true, description: true, public: true })
  .extend({ source: z.int().meta({ description: 'Id of its source.', examples: [1] }) })
  .meta({ id: 'CreatedCollection', description: 'The collection that was created.' })

export type CreatedCollection = z.infer<typeof createdCollection>
