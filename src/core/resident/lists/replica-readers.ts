import type { Reads } from '../../database/store.ts'
import { inList } from '../../database/sql.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import type { DecadeCount } from '../../edtf/count-decades.ts'
import type { PlacedExtent } from '../../model/tiles/placed-extent.ts'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import type { ListQuery } from '../../queries/lists/list-query.ts'
import { createUncachedLists } from './cached-lists.ts'
import type { ReaderQuery, ReaderResult } from './reader-messages.ts'
import type { ListReaders, Readers } from './readers.ts'

/**
 * Answers from the column store, or else from the replica, from which the rows of a page are read. The column store
 * follows the primary, so it may know rows that the replica does not have yet, and cannot answer while the primary is
 * down.
 */
export function createReplicaReaders(
  reads: Reads,
  readers: Pick<Readers, 'askColumns' | 'loadColumnStore'>,
): ListReaders {
  const replica = createUncachedLists(reads)
  const askColumns = async <Result extends ReaderResult>(
    query: ReaderQuery,
  ): Promise<Result | undefined> => {
    try {
      return (await readers.askColumns(query)) as Result | undefined
    } catch (error) {
      if (error instanceof CatalogError && error.kind === 'unavailable') return undefined
      throw error
    }
  }
  return {
    async findPage(query) {
      const page = await askColumns<IdPage>(query)
      if (!page) return await replica.findPage(query)
      await requireRows(reads, query, page.ids)
      return page
    },
    cutTile: async (tile) => (await askColumns<Uint8Array>({ tile })) ?? replica.cutTile(tile),
    countDecades: async (decades) =>
      (await askColumns<DecadeCount[]>({ decades })) ?? replica.countDecades(decades),
    findExtent: async (extent) =>
      (await askColumns<PlacedExtent | null>({ extent })) ?? replica.findExtent(extent),
    countStatistics: () => replica.countStatistics(),
    loadColumnStore: () => readers.loadColumnStore(),
  }
}

const TABLES = { images: 'image', points: 'point_current', areas: 'area_current' } as const

/** @throws CatalogError kind `not_found` if the replica lacks some, so that the primary is asked */
async function requireRows(
  reads: Reads,
  { list }: ListQuery,
  ids: readonly number[],
): Promise<void> {
  const { count } = await reads
    .selectFrom(TABLES[list])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', inList(ids))
    .executeTakeFirstOrThrow()
  if (count < ids.length) throw notFound('The replica does not have all rows yet.')
}
