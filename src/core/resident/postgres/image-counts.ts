import { sql, type Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../database/tables.ts'
import type { Comparison } from './nearest-vectors.ts'

/** Counts of images with an embedding. */
export interface ImageCounts {
  /** Counts the images that a search compares. In a large catalog, that takes longer than the search. */
  count(tx: Kysely<Tables>, comparison: Comparison): Promise<number>
}

const MAX_COUNTS = 1000

/** Remembers counts until the catalog changes. */
export function createImageCounts(): ImageCounts {
  const known = new LRUCache<string, number>({ max: MAX_COUNTS })
  return {
    async count(tx, comparison) {
      const { halfvecs, images } = comparison
      const { sql: query, parameters } = sql`${images}`.compile(tx)
      const state = await readState(tx)
      const key = JSON.stringify([state, halfvecs.modelId, query, parameters])
      const count = known.get(key) ?? (await countSelected(tx, comparison))
      known.set(key, count)
      return count - (await countExcluded(tx, comparison))
    },
  }
}

/** Differs after every change of an image or embedding. */
async function readState(tx: Kysely<Tables>): Promise<unknown> {
  const { rows } = await sql`
    select (select max(id) from embedding) as embedding,
      (select to_json(newest) from (select seq, token from change order by seq desc limit 1) as newest) as change`.execute(
    tx,
  )
  return rows
}

async function countSelected(
  tx: Kysely<Tables>,
  { halfvecs: { table }, images }: Comparison,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${table} where image_id in ${images}`.execute(tx)
  return rows[0]?.count ?? 0
}

async function countExcluded(
  tx: Kysely<Tables>,
  { halfvecs: { table }, images, excluded }: Comparison,
): Promise<number> {
  if (excluded.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${table}
    where image_id = any (${excluded}::bigint[]) and image_id in ${images}`.execute(tx)
  return rows[0]?.count ?? 0
}
