import type { Reads } from '../db/store.ts'
import { DEFAULT_VIEWING_CONE } from '../limits.ts'

/** Returns the width of what a camera sees, in degrees: the community's, or the default. */
export async function getViewingCone(reads: Reads): Promise<number> {
  const row = await reads
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'viewing_cone')
    .executeTakeFirst()
  const width: unknown = row && JSON.parse(row.value)
  return typeof width === 'number' && width >= 0 ? width : DEFAULT_VIEWING_CONE
}
