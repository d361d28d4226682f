import { z } from 'zod'
import type { Api } from '../../api.ts'

/** Finds the slug of the subject that stands for an item of the knowledge base, such as `Q42`. */
export type FindSubject = (item: string) => Promise<string | undefined>

/** More subjects than that nobody reads through for a manifest. */
const MAX_PAGES = 200

const page = z.object({
  next: z.string().nullable(),
  results: z.array(z.object({ slug: z.string(), kb: z.object({ kb_id: z.string() }) })),
})

/** Subjects can't be asked for by their item, so the list is read once, as far as it takes to find them. */
export function createSubjectFinder(api: Api): FindSubject {
  const slugs = new Map<string, string>()
  let read = 0
  let more = true
  let reading: Promise<void> = Promise.resolve()
  const readOn = async (item: string): Promise<void> => {
    while (more && !slugs.has(item)) {
      read += 1
      const { next, results } = await api.get(`/api/v2/subjects/?page=${read}&page_size=100`, page)
      for (const { slug, kb } of results) slugs.set(kb.kb_id, slug)
      more = next !== null && read < MAX_PAGES
    }
  }
  return async (item) => {
    reading = reading.then(() => readOn(item))
    await reading
    return slugs.get(item)
  }
}
