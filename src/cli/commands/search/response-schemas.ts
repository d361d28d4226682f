import { z } from 'zod'

// The members that the commands read. Results are printed with all their members, also those of newer instances.

const result = z.looseObject({ collection: z.looseObject({ name: z.string() }) })

export type SearchResult = z.infer<typeof result>

/** Response of the searches that rank by similarity. */
export const rankedSearchResponse = z.object({
  count: z.int(),
  page: z.int(),
  page_size: z.int(),
  results: z.array(result),
})

/** Response of `GET /api/v2/search/in-view/`. */
export const inViewSearchResponse = z.object({
  count: z.int().nullable(),
  page: z.int(),
  has_more: z.boolean(),
  results: z.array(result),
})
