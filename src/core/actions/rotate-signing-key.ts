import type { Catalog } from '../catalog.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { conflict } from '../errors.ts'
import { SIGNING_KEY_OVERLAP_SECONDS } from '../limits.ts'
import { rotateKeyFile } from '../auth/signing-key-file.ts'

export interface RotatedKey {
  /** How many keys are valid now, the new one included. */
  keys: number
  /** Until when what the older keys signed is valid; null when they no longer count. */
  previousUntil: Micros | null
}

/**
 * Makes a new signing key. The one before stays valid for as long as anything that it signed, or not at all.
 * @throws CatalogError kind `conflict` when the key comes from the settings
 */
export async function rotateSigningKey(
  { config, secrets, clock }: Pick<Catalog, 'config' | 'secrets' | 'clock'>,
  { endPrevious }: { endPrevious: boolean },
): Promise<RotatedKey> {
  if (secrets.secret !== null) {
    throw conflict(
      'The signing key comes from CATALOG_SECRET. Put a new key there and the present one into CATALOG_PREVIOUS_SECRET, then restart the server.',
    )
  }
  const now = clock.now()
  const overlap = Math.max(SIGNING_KEY_OVERLAP_SECONDS, config.slotSeconds)
  const until = endPrevious ? now : now + overlap * MICROS_PER_SECOND
  const valid = await rotateKeyFile(config.data, { now, until })
  return { keys: valid.length, previousUntil: endPrevious ? null : until }
}
