import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { execute } from './prepared-query.ts'
import type { Reads } from './store.ts'

/** What tells whether an answer still holds, and how it is best found. */
export interface CatalogState {
  /** Grows with every change that a list depends on. */
  newestChange: number
  /** The highest image id: at least as many as there are images. */
  highestImage: number
}

const QUERY = sql`select
  (select coalesce(max(seq), 0) from change) as "newestChange",
  (select coalesce(max(id), 0) from image) as "highestImage"`

/** Two looks into an index: it is asked before every list. */
export async function readCatalogState(reads: Reads): Promise<CatalogState> {
  return (await firstRow<CatalogState>(reads, QUERY)) ?? { newestChange: 0, highestImage: 0 }
}

const compiled = new Map<RawBuilder<unknown>, CompiledQuery>()

/** Compiled only once: these are asked with every request. */
async function firstRow<Row>(reads: Reads, query: RawBuilder<unknown>): Promise<Row | undefined> {
  const known = compiled.get(query) ?? query.compile(reads as never)
  compiled.set(query, known)
  const { rows } = await execute(reads, known as CompiledQuery<Row>)
  return rows[0]
}
