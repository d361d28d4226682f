import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import type { ResourceApi } from './api.ts'

/** Nouns that can be named by slug. */
export type SluggedNoun = 'source' | 'collection' | 'subject'

const PATHS: Record<SluggedNoun, string> = {
  source: '/api/v2/sources/',
  collection: '/api/v2/collections/',
  subject: '/api/v2/subjects/',
}

const found = z.object({
  results: z.array(
    z.object({ id: z.int(), source: z.object({ id: z.int(), slug: z.string() }).optional() }),
  ),
})

/**
 * Replaces slugs by IDs in the parameters `source`, `collection` and `subject`.
 * @param parameters as returned by `toFilterParameters`
 * @throws CatalogError kind `not_found` if a slug is unknown, or `conflict` if several collections have it
 */
export async function resolveFilters(
  api: ResourceApi,
  parameters: Record<string, string>,
): Promise<Record<string, string>> {
  const resolved = { ...parameters }
  for (const noun of ['source', 'collection', 'subject'] as const) {
    const names = parameters[noun]
    if (names === undefined) continue
    const ids = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => resolveName(api, noun, name))
    resolved[noun] = (await Promise.all(ids)).join(',')
  }
  return resolved
}

/**
 * Returns the ID of a source, collection or subject.
 * @param name an ID or a slug; for collections also `source/collection`; for subjects also `Q42`
 * @throws CatalogError kind `not_found` if a slug is unknown, or `conflict` if several collections have it
 */
export async function resolveName(
  api: ResourceApi,
  noun: SluggedNoun,
  name: string,
): Promise<string> {
  if (/^\d+$/.test(name) || (noun === 'subject' && /^Q\d+$/.test(name))) return name
  const [first, ...others] = await findBySlug(api, noun, name)
  if (first === undefined) {
    throw new CatalogError('not_found', `No ${noun} has the slug ${JSON.stringify(name)}.`)
  }
  if (others.length === 0) return String(first.id)
  const slugs = [first, ...others].map(({ source }) => `${source?.slug ?? ''}/${name}`)
  throw new CatalogError('conflict', `Several collections have the slug ${name}.`, {
    hint: `Use one of: ${slugs.join(', ')}`,
  })
}

async function findBySlug(api: ResourceApi, noun: SluggedNoun, name: string) {
  const [slug = '', sourceSlug] = name.split('/').toReversed()
  const query = new URLSearchParams({ slug, page_size: '100' })
  const { results } = await api.get(`${PATHS[noun]}?${query.toString()}`, found)
  return noun === 'collection' && sourceSlug !== undefined
    ? results.filter(({ source }) => source?.slug === sourceSlug)
    : results
}
