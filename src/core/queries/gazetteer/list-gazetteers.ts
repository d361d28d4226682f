import type { Reads } from '../../database/store.ts'

/** Lists the gazetteers by name. `entries` is null for one that was not read to its end. */
export async function listGazetteers(reads: Reads) {
  return reads
    .selectFrom('gazetteer')
    .select(['name', 'entries', 'credit', 'added_at'])
    .orderBy('name')
    .limit(1000)
    .execute()
}
