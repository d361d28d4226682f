import type { Selects } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'

/** Lists all licenses of this instance, by name. */
export function listLicenses(reads: Selects) {
  return reads
    .selectFrom('license')
    .select(['id', 'name', 'display_name', 'permalink'])
    .orderBy('name')
    .execute()
}

/** @throws CatalogError kind `not_found` */
export async function getLicense(reads: Selects, id: number) {
  const license = await reads
    .selectFrom('license')
    .select(['id', 'name', 'display_name', 'permalink'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!license) throw notFound('License not found.')
  return license
}
