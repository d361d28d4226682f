import type { Reads } from '../../database/store.ts'
import { cutTile } from '../tiles/cut-tile.ts'
import { findExtent } from '../tiles/find-extent.ts'
import { createCreatorSearch } from './creators.ts'
import { countImageDecades } from './decades.ts'
import { findIds } from './list-query.ts'
import type { AskLists, ListQueries } from './lists.ts'
import { countStatistics } from './statistics.ts'

type Answers = {
  [Name in keyof ListQueries]: (
    query: ListQueries[Name]['query'],
  ) => Promise<ListQueries[Name]['result']>
}

/** Answers by SQL, on one connection, so that it also works inside a transaction or a snapshot. */
export function askDatabase(reads: Reads): AskLists {
  const answers: Answers = {
    page: (query) => findIds(reads, query),
    statistics: () => countStatistics(reads),
    decades: (query) => countImageDecades(reads, query),
    creators: createCreatorSearch(reads),
    tile: (query) => cutTile(reads, query),
    extent: (query) => findExtent(reads, query),
  }
  return (name, query) => answers[name](query)
}
