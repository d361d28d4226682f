import type { Reads } from '../../database/store.ts'
import { DEFAULT_VIEWING_CONE } from '../../base/limits.ts'
import { readStoredSetting } from './stored-setting.ts'

/** Returns the width of what a camera sees, in degrees: the community's, or the default. */
export async function getViewingCone(reads: Reads): Promise<number> {
  const width = await readStoredSetting(reads, 'viewing_cone')
  return typeof width === 'number' && width >= 0 ? width : DEFAULT_VIEWING_CONE
}
