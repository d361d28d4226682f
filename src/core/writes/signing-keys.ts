import type { Store } from '../database/store.ts'
import type { Config, Secrets } from '../config/config.ts'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import { conflict } from '../base/errors.ts'
import { SIGNING_KEY_OVERLAP_SECONDS } from '../base/limits.ts'
import { rotateKeyFile } from '../auth/signing-key-file.ts'

export interface RotatedKey {
  /** Number of valid keys, including the new one. */
  keys: number
  /** When the signatures of older keys expire; null if they have been invalidated. */
  previousUntil: Micros | null
}

/**
 * Generates a new signing key. The previous key stays valid as long as anything that it signed, or ends at once. The
 * audit log records the rotation, but no key.
 * @throws CatalogError kind `conflict` if the key comes from the settings, as always on PostgreSQL
 */
export async function rotateSigningKey(
  {
    config,
    secrets,
    clock,
    write,
  }: { config: Config; secrets: Secrets; clock: Clock } & Pick<Store, 'write'>,
  { endPrevious }: { endPrevious: boolean },
  actor: Actor,
): Promise<RotatedKey> {
  if (secrets.secret !== null || secrets.databaseUrl !== null) {
    throw conflict(
      'The signing key comes from CATALOG_SECRET. Set CATALOG_SECRET to a new key and CATALOG_PREVIOUS_SECRET to the current one, then restart the server.',
    )
  }
  const now = clock.now()
  const overlap = Math.max(SIGNING_KEY_OVERLAP_SECONDS, config.slotSeconds)
  const until = endPrevious ? now : now + overlap * MICROS_PER_SECOND
  const valid = await rotateKeyFile(config.data, { now, until })
  const rotated = { keys: valid.length, previousUntil: endPrevious ? null : until }
  await write((tx) =>
    recordAudit(
      tx,
      { actor, now },
      {
        action: 'key.rotate',
        objectType: 'key',
        objectId: 'signing',
        before: null,
        after: { valid_keys: rotated.keys, previous_until: rotated.previousUntil },
      },
    ),
  )
  return rotated
}
