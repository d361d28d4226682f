import type { Config } from '../config/config.ts'
import type { DatabaseAddress } from './database-address.ts'
import * as sqlite from './sqlite/load-lock.ts'
import { CatalogError } from '../base/errors.ts'

type LoadServices = { address: DatabaseAddress; config: Config }

/**
 * Marks a catalog as the target of a running load, whose stored files have no rows yet.
 * @throws CatalogError kind `busy` if another process is loading into it
 */
export async function takeLoadLock({ address, config }: LoadServices): Promise<AsyncDisposable> {
  if (address.engine === 'sqlite') {
    const lock = sqlite.takeLoadLock(config.data)
    return { [Symbol.asyncDispose]: async () => lock[Symbol.dispose]() }
  }
  const postgres = await import('./postgres/load-lock.ts')
  const lock = await postgres.takeLoadLock(address.url)
  if (lock) return lock
  throw new CatalogError('busy', 'Another process is loading a dump into the database.')
}

/** Whether a dump is being loaded, on any node. */
export async function isBeingLoaded({ address, config }: LoadServices): Promise<boolean> {
  if (address.engine === 'sqlite') return sqlite.isBeingLoaded(config.data)
  const postgres = await import('./postgres/load-lock.ts')
  return await postgres.isBeingLoaded(address.url)
}
