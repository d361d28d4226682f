import type { ListQuery } from './list-query.ts'
import type { IdPage } from './list-ids.ts'
import type { Counts } from './statistics.ts'

/** What takes longer the larger the catalogue is, answered by whatever is quickest at its size. */
export interface Lists {
  /** @throws CatalogError kind `not_found` when the page lies past the end */
  findPage(question: ListQuery): Promise<IdPage>
  countStatistics(): Promise<Counts>
  /** Gets ready what a large catalogue needs, before anybody asks; fulfilled when it is. */
  prepare(): Promise<void>
}
