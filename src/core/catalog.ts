import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock, type Clock } from './clock.ts'
import type { Config, Secrets } from './config.ts'
import { openStore, type Store } from './engine/sqlite/store.ts'
import { silentLog, type Logger } from './log.ts'
import { signingKey } from './signing-key.ts'
import { createOsmSignIn, type OsmSignIn } from './outside/osm.ts'
import { openLocalDisk } from './storage/local-disk.ts'
import type { ObjectStore } from './storage/object-store.ts'

/** One open catalogue: its settings, its database, its files. */
export interface Catalog extends AsyncDisposable {
  readonly config: Config
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Logger
  readonly reads: Store['reads']
  readonly write: Store['write']
  readonly snapshot: Store['snapshot']
  readonly storage: ObjectStore
  /** Signs upload addresses and other links that carry their own proof. */
  readonly signingKey: Buffer
  /** Signing in with OpenStreetMap; null where it is not set up. */
  readonly osm: OsmSignIn | null
}

/** What tests and tools hand in instead of the real thing. */
export interface CatalogOverrides {
  clock?: Clock
  log?: Logger
}

/** Opens the data directory, creating and migrating it: the only place where core is put together. */
export async function openCatalog(
  config: Config,
  secrets: Secrets,
  overrides: CatalogOverrides = {},
): Promise<Catalog> {
  await mkdir(config.data, { recursive: true, mode: 0o700 })
  const store = await openStore({
    file: join(config.data, 'catalog.sqlite'),
    spatialite: config.spatialite,
  })
  return {
    config,
    secrets,
    clock: overrides.clock ?? systemClock,
    log: overrides.log ?? silentLog,
    reads: store.reads,
    write: store.write,
    snapshot: store.snapshot,
    storage: await openLocalDisk(config.data),
    signingKey: await signingKey(config.data, secrets.secret),
    osm: createOsmSignIn(config, secrets),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
