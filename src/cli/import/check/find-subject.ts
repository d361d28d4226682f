import { z } from 'zod'
import type { Api } from '../../client/api.ts'

/** Finds the slug of the subject for a Wikidata item such as `Q42`. */
export type FindSubject = (item: string) => Promise<string | undefined>

const MAX_PAGES = 200

const page = z.object({
  next: z.string().nullable(),
  results: z.array(z.object({ slug: z.string(), kb: z.object({ kb_id: z.string() }) })),
})

/** The API cannot filter subjects by item, so this reads the list once, as far as needed. */
export function createSubjectFinder(api: Api): FindSubject {
  const slugs = new Map<string, string>()
  let pagesRead = 0
  let hasMore = true
  let reading: Promise<void> = Promise.resolve()
  const readUntilFound = async (item: string): Promise<void> => {
    while (hasMore && !slugs.has(item)) {
      pagesRead += 1
      const { next, results } = await api.get(
        `/api/v2/subjects/?page=${pagesRead}&page_size=100`,
        page,
      )
      for (const { slug, kb } of results) slugs.set(kb.kb_id, slug)
      hasMore = next !== null && pagesRead < MAX_PAGES
    }
  }
  return async (item) => {
    reading = reading.then(() => readUntilFound(item))
    await reading
    return slugs.get(item)
  }
}
