import type { Selects } from '../../database/store.ts'

/** Reads the stored value of a setting of the catalog, or of its state; undefined if there is none. */
export async function readStoredSetting(reads: Selects, name: string): Promise<unknown> {
  const row = await reads
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}
