import { inList } from '../../database/sql.ts'
import { sortByIds } from '../../database/sort-by-ids.ts'
import { listSourceIds, type SourceFilter } from '../lists/sources-and-collections.ts'
import type { Reads, Selects } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { SourceOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'
import { countBySource } from './source-counts.ts'

const ONE: PageRequest = { number: 1, size: 1 }

/** One page of sources with their counts. */
export async function listSources(
  reads: Reads,
  filter: SourceFilter,
  order: readonly OrderTerm<SourceOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await listSourceIds(reads, filter, order, page)
  return { rows: await findRows(reads, ids, filter.visibility), count }
}

/** @throws CatalogError kind `not_found` if there is no such source, or it is not visible */
export async function getSource(reads: Selects, id: number, visibility: Visibility) {
  const [source] = await findRows(reads, [id], visibility)
  if (!source) throw notFound('Source not found.')
  return source
}

/**
 * Reads a source by slug, else by id.
 * @throws CatalogError kind `not_found` if there is no such source, or it is not visible
 */
export async function getSourceBySlugOrId(reads: Reads, text: string, visibility: Visibility) {
  const [bySlug] = (await listSourceIds(reads, { visibility, slugs: [text] }, [], ONE)).ids
  const id = bySlug ?? (/^\d{1,15}$/.test(text) ? Number(text) : 0)
  return getSource(reads, id, visibility)
}

export type SourceRow = Awaited<ReturnType<typeof getSource>>

/**
 * Reads a source without its counts.
 * @throws CatalogError kind `not_found` if there is no such source, or it is not visible
 */
export async function requireSource(reads: Reads, id: number, visibility: Visibility) {
  const [source] = await findSources(reads, [id], visibility)
  if (!source) throw notFound('Source not found.')
  return source
}

export type SourceTexts = Awaited<ReturnType<typeof requireSource>>

async function findRows(reads: Selects, ids: readonly number[], visibility: Visibility) {
  const sources = sortByIds(ids, await findSources(reads, ids, visibility))
  const counts = await countBySource(reads, ids, visibility)
  return sources.map((source) => ({ ...source, ...counts(source.id) }))
}

function findSources(reads: Selects, ids: readonly number[], visibility: Visibility) {
  return reads
    .selectFrom('source')
    .select(['id', 'name', 'slug', 'url', 'description', 'public'])
    .where('id', 'in', inList(ids))
    .$if(visibility === 'public', (query) => query.where('public', '=', 1))
    .execute()
}
