import type { Reads } from '../engine/sqlite/store.ts'

/** Every license of this instance, by name. */
export function listLicenses(reads: Reads) {
  return reads
    .selectFrom('license')
    .select(['id', 'name', 'display_name', 'permalink'])
    .orderBy('name')
    .execute()
}
