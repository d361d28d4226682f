import type { Reads } from '../../database/store.ts'
import { cutTile } from '../tiles/cut-tile.ts'
import { findExtent } from '../tiles/find-extent.ts'
import { findCreatorsInDatabase } from './creators.ts'
import { countImageDecades } from './decades.ts'
import { findIds } from './list-query.ts'
import type { AskLists, ListQueries } from './lists.ts'
import { countStatistics } from './statistics.ts'

const ANSWERS: {
  [Name in keyof ListQueries]: (
    reads: Reads,
    query: ListQueries[Name]['query'],
  ) => Promise<ListQueries[Name]['result']>
} = {
  page: findIds,
  statistics: (reads) => countStatistics(reads),
  decades: countImageDecades,
  creators: findCreatorsInDatabase,
  tile: (reads, query) => cutTile(reads, query),
  extent: findExtent,
}

/** Answers by SQL, on one connection, so that it also works inside a transaction or a snapshot. */
export function askDatabase(reads: Reads): AskLists {
  return (name, query) => ANSWERS[name](reads, query)
}
