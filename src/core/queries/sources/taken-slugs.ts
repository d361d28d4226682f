import type { Reads } from '../../database/store.ts'
import type { FieldProblems } from '../../base/errors.ts'
import { noSuchSource } from '../../model/slug.ts'

/** The unvalidated body of a new source or collection. */
interface NewRecord {
  slug?: unknown
  source?: unknown
}

/** Reports the slug of a new source if another source has it. */
export async function findTakenSourceSlug(reads: Reads, body: unknown): Promise<FieldProblems> {
  const { slug } = parseBody(body)
  if (slug === undefined) return {}
  const taken = await reads
    .selectFrom('source')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return taken ? { slug: [['source_slug_taken']] } : {}
}

/** Reports an unknown source of a new collection, or a slug that another of its collections has. */
export async function findCollectionProblems(reads: Reads, body: unknown): Promise<FieldProblems> {
  const { slug, source } = parseBody(body)
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
  return taken ? { slug: [['collection_slug_taken']] } : {}
}

/** Returns the values of a valid type. */
function parseBody(body: unknown): { slug?: string; source?: number } {
  const { slug, source }: NewRecord = typeof body === 'object' ? { ...body } : {}
  const id = Number(typeof source === 'string' ? source.trim() || NaN : source)
  return {
    slug: typeof slug === 'string' ? slug.trim() : undefined,
    source: typeof source !== 'boolean' && Number.isSafeInteger(id) ? id : undefined,
  }
}
