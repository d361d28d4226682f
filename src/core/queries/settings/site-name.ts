import type { Reads } from '../../database/store.ts'
import { DEFAULT_SITE_NAME } from '../../base/limits.ts'
import { readStoredSetting } from './stored-setting.ts'

/** Returns the name that the community gave its catalog, or a default. */
export async function getSiteName(reads: Reads): Promise<string> {
  const name = await readStoredSetting(reads, 'site_name')
  return typeof name === 'string' && name.trim() !== '' ? name : DEFAULT_SITE_NAME
}
