import { z } from 'zod'
import { MAX_COLLECTION_NAME, MAX_PROSE } from '../base/limits.ts'
import { collection } from './collection.ts'
import { optionalFlag, requiredId } from './fields.ts'
import { requiredSlug } from './slug.ts'
import { addressOrEmpty, proseOrEmpty, requiredText } from './text-fields.ts'

/** Body of `POST /api/v2/collections/`. */
export const newCollection = z
  .object({
    name: requiredText(MAX_COLLECTION_NAME).meta({ examples: ['Album 3'] }),
    slug: requiredSlug(),
    source: requiredId().describe('Id of the source that the collection belongs to.'),
    url: addressOrEmpty,
    description: proseOrEmpty(MAX_PROSE).meta({ examples: ['Views of the old town.'] }),
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
