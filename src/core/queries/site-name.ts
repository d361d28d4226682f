import type { Reads } from '../engine/sqlite/store.ts'

const UNNAMED = 'catalog'

/** What the community calls its catalogue. */
export async function getSiteName(reads: Reads): Promise<string> {
  const row = await reads
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'site_name')
    .executeTakeFirst()
  return row ? String(JSON.parse(row.value)) : UNNAMED
}
