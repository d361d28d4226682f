import type { Reads } from '../db/store.ts'
import type { FieldErrors } from '../errors.ts'
import { COLLECTION_SLUG_TAKEN, noSuchSource, SOURCE_SLUG_TAKEN } from '../model/slug.ts'

/** The body of a new source or collection as it came: nothing of it has been checked. */
interface Naming {
  slug?: unknown
  source?: unknown
}

/** What is wrong with a new source for what there is already. */
export async function findTakenSourceSlug(reads: Reads, body: unknown): Promise<FieldErrors> {
  const { slug } = naming(body)
  if (slug === undefined) return {}
  const taken = await reads
    .selectFrom('source')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return taken ? { slug: [SOURCE_SLUG_TAKEN] } : {}
}

/** What is wrong with a new collection for what there is already. */
export async function findCollectionProblems(reads: Reads, body: unknown): Promise<FieldErrors> {
  const { slug, source } = naming(body)
  if (source === undefined) return {}
  const known = await reads
    .selectFrom('source')
    .select('id')
    .where('id', '=', source)
    .executeTakeFirst()
  if (!known) return { source: [noSuchSource(source)] }
  if (slug === undefined) return {}
  const taken = await reads
    .selectFrom('collection')
    .select('id')
    .where('source_id', '=', source)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return taken ? { slug: [COLLECTION_SLUG_TAKEN] } : {}
}

/** What of it can be looked for at all. */
function naming(body: unknown): { slug?: string; source?: number } {
  const { slug, source }: Naming = typeof body === 'object' ? { ...body } : {}
  const id = Number(typeof source === 'string' ? source.trim() || NaN : source)
  return {
    slug: typeof slug === 'string' ? slug.trim() : undefined,
    source: typeof source !== 'boolean' && Number.isSafeInteger(id) ? id : undefined,
  }
}
