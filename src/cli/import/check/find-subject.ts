import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { readFeatures } from '../../client/features.ts'

/** Finds subjects of the instance. It asks once for each of them. */
export interface SubjectFinder {
  /** Finds the slug of the subject for a Wikidata item such as `Q42`. */
  findSlug(item: string): Promise<string | undefined>
  /** Whether there is a subject with this slug; undefined if the instance does not tell this user. */
  hasSubject(slug: string): Promise<boolean | undefined>
}

const MAX_PAGES = 200
const SLUGS_PER_REQUEST = 50

const page = z.object({
  next: z.string().nullable(),
  results: z.array(z.object({ slug: z.string(), kb: z.object({ kb_id: z.string() }) })),
})
const slugPage = z.object({ results: z.array(z.object({ slug: z.string() })) })

export function createSubjectFinder(api: Api): SubjectFinder {
  const known = new Map<string, boolean | undefined>()
  return { findSlug: createItemFinder(api, known), hasSubject: createSlugFinder(api, known) }
}

/**
 * The API cannot filter subjects by item, so this reads the list once, as far as needed.
 * @param known gets the subjects of the list
 */
function createItemFinder(
  api: Api,
  known: Map<string, boolean | undefined>,
): SubjectFinder['findSlug'] {
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
      for (const { slug, kb } of results) {
        slugs.set(kb.kb_id, slug)
        known.set(slug, true)
      }
      hasMore = next !== null && pagesRead < MAX_PAGES
    }
  }
  return async (item) => {
    reading = reading.then(() => readUntilFound(item))
    await reading
    return slugs.get(item)
  }
}

/** Sends one request at a time, for the slugs that rows have asked for meanwhile. */
function createSlugFinder(
  api: Api,
  known: Map<string, boolean | undefined>,
): SubjectFinder['hasSubject'] {
  const waiting = new Set<string>()
  const findUnlisted = createRecordFinder(api)
  let asking: Promise<void> = Promise.resolve()
  const ask = async (): Promise<void> => {
    const slugs = [...waiting].slice(0, SLUGS_PER_REQUEST)
    if (slugs.length === 0) return
    const { listed, features } = await readListed(api, slugs)
    for (const slug of slugs) {
      known.set(slug, listed.has(slug) || (await findUnlisted(slug, features)))
      waiting.delete(slug)
    }
  }
  return async (slug) => {
    if (!known.has(slug)) {
      waiting.add(slug)
      asking = asking.then(ask)
      await asking
    }
    return known.get(slug)
  }
}

/** Reads which of these subjects are listed: those of images. */
async function readListed(api: Api, slugs: readonly string[]) {
  let features: string[] = []
  const slug = slugs.filter((one) => !one.includes(',')).join(',')
  const query = new URLSearchParams({ slug, page_size: '100' })
  const path = `/api/v2/subjects/?${query.toString()}`
  const { results } = await api.get(path, slugPage, (response) => {
    features = readFeatures(response)
  })
  return { listed: new Set(results.map((subject) => subject.slug)), features }
}

/** Creates a lookup of subjects without images. */
function createRecordFinder(api: Api) {
  let isForbidden = false
  return async (slug: string, features: readonly string[]): Promise<boolean | undefined> => {
    // With such a slug, the API finds a subject by its id or by its item.
    if (isForbidden || !features.includes('moderation') || /^(?:\d+|Q\d+)$/.test(slug)) {
      return undefined
    }
    try {
      await api.get(`/api/v2/subject-records/${encodeURIComponent(slug)}/`, z.unknown())
      return true
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      if (error.kind === 'not_found') return false
      if (error.kind !== 'forbidden') throw error
      isForbidden = true
      return undefined
    }
  }
}
