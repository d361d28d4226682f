import type { Reads } from '../../database/store.ts'
import { KNOWN_FILES } from '../../model/setting-names.ts'
import { readStoredSetting } from '../settings/stored-setting.ts'

/**
 * Reads what distinguishes the catalog from one that a backup is restored to: since when its database and files belong together.
 * Undefined until that is first recorded.
 */
export async function readEpoch(reads: Reads): Promise<string | undefined> {
  const known = (await readStoredSetting(reads, KNOWN_FILES)) as { since: number } | undefined
  return known?.since.toString(36)
}
