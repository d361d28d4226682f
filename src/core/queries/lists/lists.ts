import type { ListQuery } from './list-query.ts'
import type { IdPage } from './list-ids.ts'
import type { Counts } from './statistics.ts'

/** The queries whose cost grows with the catalog. */
export interface Lists {
  /** @throws CatalogError kind `not_found` for a page past the end */
  findPage(query: ListQuery): Promise<IdPage>
  countStatistics(): Promise<Counts>
  /** Loads what fast lists of a large catalog need, before the first request. Resolves when it is loaded. */
  warmUp(): Promise<void>
}
