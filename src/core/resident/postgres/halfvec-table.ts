import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/**
 * The embeddings of one model in half precision, which PostgreSQL compares and indexes. Each model has a table, because
 * an index holds vectors of one length.
 */
export interface HalfvecTable {
  modelId: number
  /** The table, with the columns `image_id` and `vector`. */
  table: RawBuilder<unknown>
  /** Name of the index of the nearest vectors. */
  index: string
}

export function halfvecTable(modelId: number): HalfvecTable {
  const name = `embedding_halfvec_${modelId}`
  return { modelId, table: sql.table(name), index: `${name}_nearest` }
}

export type IndexState = 'missing' | 'invalid' | 'building' | 'valid'

/** Returns whether the vectors of a model are indexed. An index that was not completed is invalid. */
export async function readIndexState(
  db: Kysely<Tables>,
  { index }: Pick<HalfvecTable, 'index'>,
): Promise<IndexState> {
  const { rows } = await sql<{ state: IndexState }>`
    select case when indisvalid then 'valid'
      when exists (select from pg_stat_progress_create_index where index_relid = indexrelid) then 'building'
      else 'invalid' end as state
    from pg_index where indexrelid = to_regclass(${index})`.execute(db)
  return rows[0]?.state ?? 'missing'
}
