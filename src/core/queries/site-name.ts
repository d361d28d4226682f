import type { Reads } from '../db/store.ts'

const UNNAMED = 'Historical image catalog'

/** What the community calls its catalogue. */
export async function getSiteName(reads: Reads): Promise<string> {
  const row = await reads
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'site_name')
    .executeTakeFirst()
  const name: unknown = row && JSON.parse(row.value)
  return typeof name === 'string' && name.trim() !== '' ? name : UNNAMED
}
