import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { VectorQuery, VectorSearch } from './vector-query.ts'
import { MAX_RUNNING_SEARCHES } from '../../base/limits.ts'
import type { Logger } from '../../base/log.ts'
import { runSearch, statementTimeout } from '../../database/postgres/cancellable.ts'
import { connect } from '../../database/postgres/connect.ts'
import { toStorageError } from '../../database/postgres/errors.ts'
import { createImageCounts } from './image-counts.ts'
import { INDEX_SETTINGS } from './nearest-vectors.ts'
import { indexVectors, installVectors } from './prepare-vectors.ts'
import { findPage } from './rank-images.ts'

/** Comparing so few images takes less time than the index, which knows nothing of images. */
const MAX_COMPARED = 10_000

export interface VectorSearchOptions {
  log: Pick<Logger, 'info' | 'error'>
  /** At most this number of images are compared without the index; 10,000 by default. */
  maxCompared?: number
}

export interface VectorConnections {
  /** Runs searches. */
  searching: Kysely<Tables>
  /** Cancels what other connections do. */
  cancelling: Kysely<Tables>
  /** Indexes embeddings that were stored before. */
  preparing: Kysely<Tables>
}

/**
 * Connects to the database for searches of embeddings, and creates what they need there. The connections are not those
 * of other reads, because a search may take seconds.
 * @throws CatalogError kind `unavailable` if the database lacks the extension pgvector
 */
export async function openVectorSearch(
  url: string,
  options: VectorSearchOptions,
): Promise<VectorSearch> {
  const preparing = connect(url, 1)
  try {
    await installVectors(preparing)
  } catch (error) {
    await preparing.destroy()
    throw toStorageError(error) ?? error
  }
  const searching = connect(url, MAX_RUNNING_SEARCHES)
  return createVectorSearch({ searching, cancelling: connect(url, 1), preparing }, options)
}

/** Searches embeddings through these connections, and closes them. */
export function createVectorSearch(
  { searching, cancelling, preparing }: VectorConnections,
  { log, maxCompared = MAX_COMPARED }: VectorSearchOptions,
): VectorSearch {
  const closing = new AbortController()
  const indexing = { preparing, cancelling, signal: closing.signal }
  const prepared = prepare(indexing, log)
  const counts = createImageCounts()
  return {
    prepared,
    async find(query, signal) {
      const options = { searching, cancelling, signal, settings: toSettings(query) }
      const found = await runSearch((tx) => findPage(tx, query, { maxCompared, counts }), options)
      return found ?? { problem: 'too_slow' }
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await prepared
      for (const connection of [searching, cancelling, preparing]) await connection.destroy()
    },
  }
}

async function prepare(
  indexing: Parameters<typeof indexVectors>[0],
  log: VectorSearchOptions['log'],
): Promise<void> {
  const start = performance.now()
  try {
    if ((await indexVectors(indexing)) === 0) return
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    log.info(`indexed the embeddings in PostgreSQL in ${seconds} s`)
  } catch (error) {
    if (indexing.signal.aborted) return
    log.error({ err: error }, 'could not index the embeddings in PostgreSQL')
  }
}

/** Settings of the transaction of a search. */
function toSettings({ timeoutMs }: VectorQuery): Record<string, string> {
  return { ...INDEX_SETTINGS, statement_timeout: statementTimeout(timeoutMs) }
}
