import { sql, type CompiledQuery } from 'kysely'
import type { Reads } from './store.ts'

/** What tells whether an answer still holds, and how it is best found. */
export interface CatalogueState {
  /** Grows with every change that a list depends on. */
  newestChange: number
  /** The highest image id: at least as many as there are images. */
  highestImage: number
}

const QUERY = sql`select
  (select coalesce(max(seq), 0) from change) as "newestChange",
  (select coalesce(max(id), 0) from image) as "highestImage"`

let compiled: CompiledQuery<CatalogueState> | undefined

/** Two looks into an index, and compiled only once: it is asked before every list. */
export async function catalogueState(reads: Reads): Promise<CatalogueState> {
  compiled ??= QUERY.compile(reads as never) as CompiledQuery<CatalogueState>
  const { rows } = await (reads as never as Executor).executeQuery(compiled)
  return rows[0] ?? { newestChange: 0, highestImage: 0 }
}

interface Executor {
  executeQuery<T>(query: CompiledQuery<T>): Promise<{ rows: T[] }>
}
