import { z } from 'zod'
import { MAX_COLLECTION_NAME, MAX_SLUG, MAX_SOURCE_NAME } from '../limits.ts'
import { isSlug } from '../model/slug.ts'
import { optionalText, optionalWebAddress, requiredText, webAddress } from './text.ts'

const slug = requiredText(MAX_SLUG).refine(isSlug, {
  error: 'Enter a valid slug consisting of letters, numbers, underscores or hyphens.',
})

/** Body of `POST /api/v2/sources/`, and what the administrator gives for a source. */
export const newSource = z.object({
  name: requiredText(MAX_SOURCE_NAME),
  slug,
  url: webAddress,
  description: requiredText(),
  public: z.boolean().default(false),
})

export type NewSource = z.infer<typeof newSource>

const optionalAddress = optionalWebAddress.transform((address) => address ?? '')

/** A source as the administrator makes it on the host: with less to say than over the API. */
export const hostSource = newSource.extend({
  url: optionalAddress,
  description: optionalText().transform((text) => text ?? ''),
})

/** Body of `POST /api/v2/collections/`, and what the administrator gives for a collection. */
export const newCollection = z.object({
  name: requiredText(MAX_COLLECTION_NAME),
  slug,
  source: z.int(),
  url: optionalAddress,
  description: optionalText().transform((text) => text ?? ''),
  public: z.boolean().default(false),
})

export type NewCollection = z.infer<typeof newCollection>
