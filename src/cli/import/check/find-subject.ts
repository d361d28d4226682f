import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import { MAX_SUBJECT_SLUG } from '../../../core/base/limits.ts'
import { isSlug } from '../../../core/model/slug.ts'
import type { Api } from '../../client/api.ts'
import { readFeatures } from '../../client/features.ts'
import { mapInOrder } from '../../client/map-in-order.ts'

/** Finds subjects of the instance. It asks once for each of them. */
export interface SubjectFinder {
  /** Finds the slug of the subject for a Wikidata item such as `Q42`. */
  findSlug(item: string): Promise<string | undefined>
  /** Whether there is a subject with this slug; undefined if the instance does not tell this user. */
  hasSubject(slug: string): Promise<boolean | undefined>
}

const MAX_PAGES = 200
const SLUGS_PER_REQUEST = 50
/** Maximum number of subjects without images that a run asks for, one request each. */
const MAX_RECORDS = 300
const RECORDS_AT_ONCE = 4
/** Keeps URLs below the limits of servers and proxies. */
const MAX_SLUGS_LENGTH = 4000

const page = z.object({
  next: z.string().nullable(),
  results: z.array(z.object({ slug: z.string(), kb: z.object({ kb_id: z.string() }) })),
})
const record = z.object({ slug: z.string() })
const slugPage = z.object({ results: z.array(record) })

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

/** Sends one request at a time to the list, for the slugs that rows have asked for meanwhile. */
function createSlugFinder(
  api: Api,
  known: Map<string, boolean | undefined>,
): SubjectFinder['hasSubject'] {
  const waiting = new Set<string>()
  const findUnlisted = createRecordFinder(api)
  let asking: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    // Rows that can be read without waiting share the request.
    await setImmediate()
    const slugs = takeBatch(waiting)
    const { listed, features } = await readListed(api, slugs)
    const find = async (slug: string) => ({
      slug,
      isFound: listed.has(slug) || (await findUnlisted(slug, features)),
    })
    for await (const { slug, isFound } of mapInOrder(slugs, RECORDS_AT_ONCE, find)) {
      known.set(slug, isFound)
      waiting.delete(slug)
    }
  }
  return async (slug) => {
    // A commit finds subjects by slug only.
    if (!isSlug(slug, MAX_SUBJECT_SLUG)) return false
    if (known.has(slug)) return known.get(slug)
    waiting.add(slug)
    while (!known.has(slug)) {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
    }
    return known.get(slug)
  }
}

/** Takes the first slugs, as many as a URL can have. */
function takeBatch(slugs: Iterable<string>): string[] {
  const batch: string[] = []
  let length = 0
  for (const slug of slugs) {
    length += slug.length + '%2C'.length
    if (batch.length >= SLUGS_PER_REQUEST || length > MAX_SLUGS_LENGTH) break
    batch.push(slug)
  }
  return batch
}

/** Reads which of these subjects are listed: those of images. */
async function readListed(api: Api, slugs: readonly string[]) {
  let features: string[] = []
  const query = new URLSearchParams({ slug: slugs.join(','), page_size: '100' })
  const path = `/api/v2/subjects/?${query.toString()}`
  const { results } = await api.get(path, slugPage, (response) => {
    features = readFeatures(response)
  })
  return { listed: new Set(results.map((subject) => subject.slug)), features }
}

/** Creates a lookup of subjects without images. */
function createRecordFinder(api: Api) {
  let isForbidden = false
  let left = MAX_RECORDS
  return async (slug: string, features: readonly string[]): Promise<boolean | undefined> => {
    if (isForbidden || left === 0 || !features.includes('moderation')) return undefined
    left -= 1
    try {
      return hasSlug(await api.get(`/api/v2/subject-records/${slug}/`, record), slug)
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      // There is a conflict if no subject has the slug, and several have it as their item.
      if (error.kind === 'not_found' || error.kind === 'conflict') return false
      if (error.kind !== 'forbidden') throw error
      isForbidden = true
      return undefined
    }
  }
}

/** The API looks for an id first, then for a slug, then for an item, so that only an id can hide a subject with the slug. */
function hasSlug(found: z.infer<typeof record>, slug: string): boolean | undefined {
  if (found.slug === slug) return true
  return /^\d+$/.test(slug) ? undefined : false
}
