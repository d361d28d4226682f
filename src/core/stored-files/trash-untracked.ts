import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import type { Config } from '../config/config.ts'
import { isBeingBackedUp } from '../database/locks.ts'
import { CatalogError } from '../base/errors.ts'
import { findUntracked, type Untracked } from './find-untracked.ts'
import { moveToTrash } from './trash.ts'

/**
 * Moves files that no row names to the trash, and yields them.
 * @throws CatalogError kind `busy` while a backup is running, which may contain rows that name the files
 */
export async function* trashUntracked(
  catalog: { address: DatabaseAddress; clock: Clock; config: Config; storage: ObjectStore } & Pick<
    Store,
    'reads'
  >,
  signal: AbortSignal,
): AsyncGenerator<Untracked> {
  const { config, clock, storage } = catalog
  const folder = { movedAt: clock.now(), reason: 'untracked' } as const
  for await (const untracked of findUntracked(catalog, { signal })) {
    requireNoBackup(config)
    if (await moveToTrash(storage, untracked.prefix, folder)) yield untracked
  }
}

/** @throws CatalogError kind `busy` */
export function requireNoBackup({ data }: Pick<Config, 'data'>): void {
  if (isBeingBackedUp(data))
    throw new CatalogError('busy', 'A backup is running. Try again when it has finished.')
}
