import type { Config } from '../config/config.ts'
import type { Clock } from '../base/clock.ts'
import { textIndexPath, vectorIndexPath } from '../storage/disk/data-folder.ts'
import { askDatabase } from '../queries/lists/ask-database.ts'
import { createLists } from '../resident/lists/cached-lists.ts'
import { createReplicaReaders } from '../resident/lists/replica-readers.ts'
import { createReaders } from '../resident/lists/readers.ts'
import type { Logger } from '../base/log.ts'
import type { Database } from './open-database.ts'
import type { Embedders } from '../embedding/process/embedders.ts'
import { createDatabaseTextSearch } from '../resident/postgres/database-text-search.ts'
import { createDatabaseRanking } from '../resident/postgres/database-ranking.ts'
import { EmbeddingSearch } from '../resident/vectors/semantic-search.ts'
import { createThreadedRanking } from '../resident/vectors/threaded-ranking.ts'
import { createPlacedSearch } from '../resident/text/placed-search.ts'
import { createTextSearch } from '../resident/text/threaded-text-search.ts'
import type { Catalog } from './catalog.ts'

/** Lists and searches. */
export interface Searches
  extends
    Pick<
      Catalog,
      'lists' | 'inView' | 'replica' | 'textSearch' | 'placedSearch' | 'semanticSearch'
    >,
    AsyncDisposable {}

interface SearchOptions {
  clock: Clock
  config: Config
  embedders: Embedders
  log: Logger
}

/** Wires lists and searches to what they read. Their threads start on first use. */
export function openSearches(
  { address, store, replica, searchable, trigrams, vectors }: Database,
  options: SearchOptions,
): Searches {
  const { clock, config, log } = options
  const { reads } = store
  // Unlike SQLite, PostgreSQL does not block the event loop.
  const ask = address.engine === 'postgres' ? askDatabase(reads) : undefined
  const readers = createReaders(searchable, { askDatabase: ask, clock, log })
  const limits = { maxBytes: config.searchMemory }
  const deadlineSeconds = config.searchSeconds
  const textSearch = trigrams
    ? createDatabaseTextSearch({ trigrams, reads, deadlineSeconds })
    : createTextSearch({
        searchable,
        indexFile: textIndexPath(config.data),
        limits,
        reads,
        deadlineSeconds,
        clock,
        log,
      })
  const indexFile = vectorIndexPath(config.data)
  const byThread = createThreadedRanking({ clock, log, reads }, { searchable, indexFile, limits })
  const ranking = vectors
    ? createDatabaseRanking({ vectors, reads, deadlineSeconds, fallback: byThread })
    : byThread
  const semanticSearch = new EmbeddingSearch({ ...options, reads }, ranking)
  return {
    lists: createLists(reads, readers),
    replica: replica && {
      ...replica,
      lists: createLists(replica.reads, createReplicaReaders(replica.reads, readers)),
    },
    inView: { find: (query) => readers.findInView(query) },
    textSearch,
    placedSearch: createPlacedSearch(reads, textSearch),
    semanticSearch,
    async [Symbol.asyncDispose]() {
      await semanticSearch[Symbol.asyncDispose]()
      await textSearch[Symbol.asyncDispose]()
      await readers[Symbol.asyncDispose]()
    },
  }
}
