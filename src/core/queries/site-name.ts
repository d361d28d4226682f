import type { Reads } from '../db/store.ts'
import { DEFAULT_SITE_NAME } from '../limits.ts'

/** Returns the name that the community gave its catalog, or a default. */
export async function getSiteName(reads: Reads): Promise<string> {
  const row = await reads
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'site_name')
    .executeTakeFirst()
  const name: unknown = row && JSON.parse(row.value)
  return typeof name === 'string' && name.trim() !== '' ? name : DEFAULT_SITE_NAME
}
