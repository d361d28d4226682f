import * as sqlite from './sqlite/open-store.ts'
import type { DatabaseAddress } from './database-address.ts'
import type { Snapshot } from './store.ts'

export interface SnapshotOptions {
  /** Size of the page cache of SQLite. */
  cacheKib?: number
}

/** Opens a snapshot of the committed data, outside the process or thread that has opened the store. */
export async function openSnapshot(
  address: DatabaseAddress,
  options: SnapshotOptions = {},
): Promise<Snapshot> {
  if (address.engine === 'sqlite') return await sqlite.openSnapshot({ ...address, ...options })
  const postgres = await import('./postgres/open-snapshot.ts')
  return await postgres.connectSnapshot(address.url)
}
