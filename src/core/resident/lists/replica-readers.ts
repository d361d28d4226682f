import type { Reads } from '../../database/store.ts'
import { inList } from '../../database/sql.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import { askDatabase } from '../../queries/lists/ask-database.ts'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import type { ListQuery } from '../../queries/lists/list-query.ts'
import type { AskColumns, ListReaders, Readers } from './readers.ts'

/**
 * Answers from the column store, or else from the replica, from which the rows of a page are read. The column store
 * follows the primary, so it may know rows that the replica does not have yet, and cannot answer while the primary is
 * down.
 */
export function createReplicaReaders(
  reads: Reads,
  readers: Pick<Readers, 'askColumns' | 'loadColumnStore'>,
): ListReaders {
  const askReplica = askDatabase(reads)
  const askColumns: AskColumns = async (name, query) => {
    try {
      return await readers.askColumns(name, query)
    } catch (error) {
      if (error instanceof CatalogError && error.kind === 'unavailable') return undefined
      throw error
    }
  }
  return {
    async ask(name, query) {
      const found = await askColumns(name, query)
      if (found === undefined) return await askReplica(name, query)
      if (name === 'page') await requireRows(reads, query as ListQuery, (found as IdPage).ids)
      return found
    },
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
