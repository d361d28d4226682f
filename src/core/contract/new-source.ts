import { z } from 'zod'
import { MAX_PROSE, MAX_SOURCE_NAME } from '../base/limits.ts'
import { optionalFlag } from './fields.ts'
import { requiredSlug } from './slug.ts'
import { source } from './source.ts'
import {
  addressOrEmpty,
  proseOrEmpty,
  requiredProse,
  requiredText,
  webAddress,
} from './text-fields.ts'

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

/** A source that was created once: its URL and description may have been removed. */
export const storedSource = newSource.extend({
  url: addressOrEmpty,
  description: proseOrEmpty(MAX_PROSE).meta({ examples: ['Views of the old town.'] }),
})
