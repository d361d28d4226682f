import type { Reads } from '../engine/sqlite/store.ts'
import { conflict } from '../errors.ts'

/** What a dump fills; the other tables of contents hang on these. */
const FILLED = ['user', 'license', 'source', 'collection', 'subject', 'image', 'setting'] as const

/** @throws CatalogError kind `conflict` that says what the catalogue holds */
export async function requireEmpty(reads: Pick<Reads, 'selectFrom'>): Promise<void> {
  for (const table of FILLED) {
    const row = await reads
      .selectFrom(table)
      .select((row) => row.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst()
    if (!row) continue
    throw conflict(
      `The catalogue is not empty: it has at least one ${table}. A dump is loaded into a new data directory.`,
    )
  }
}
