import { replaceDatabaseClock, systemClock, type Clock } from '../base/clock.ts'
import type { Config, Secrets } from '../config/config.ts'
import {
  ensureDataFolder,
  ensureFilesFolder,
  hasDatabaseFile,
  recordPostgres,
  requireNeverOnPostgres,
} from '../storage/disk/data-folder.ts'
import { takeTemporaryLock } from '../database/locks.ts'
import type { MigrationObserver } from '../database/migrated.ts'
import type { NodeIdentity } from '../database/running-nodes.ts'
import type { Catalog } from './catalog.ts'
import { silentLog, type Logger } from '../base/log.ts'
import type { startEmbedder } from '../embedding/process/embedder.ts'
import { createEmbedders } from '../embedding/process/embedders.ts'
import { startImagePool, type ImagePool } from '../imaging/process/image-pool.ts'
import { createContributionLimits } from '../auth/limits/contribution-limits.ts'
import { createAddressLimits } from '../auth/limits/address-limits.ts'
import { openSigningKeys } from '../auth/signing-keys.ts'
import { createGeocoder } from '../integrations/geocoder.ts'
import { createKnowledgeBase } from '../integrations/knowledge-base.ts'
import { createOsmSignIn } from '../integrations/osm.ts'
import { openDatabase, type Database, type DatabaseOptions } from './open-database.ts'
import { openSearches } from './open-searches.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { requireRecordedStorage } from '../stored-files/recorded-storage.ts'
import { openStorage } from '../storage/open-storage.ts'
import {
  describeStorage,
  requireNoFiles,
  requireOwnFiles,
} from '../stored-files/require-own-files.ts'
import { createTileFiles } from '../storage/tile-files.ts'

/** Limits of decoding one image. */
const PICTURE_MEMORY_BYTES = 1536 * 1024 ** 2
const PICTURE_TIMEOUT_MS = 5 * 60 * 1000

/** Replacements for parts of a catalog, for tests and tools, and hooks. Migrations are logged by default. */
export interface CatalogOverrides extends MigrationObserver {
  clock?: Clock
  log?: Logger
  /** Decodes images. Stays open when the catalog is closed. */
  images?: ImagePool
  startEmbedder?: typeof startEmbedder
  /** Called before an existing SQLite database is migrated; may refuse it with an error. */
  beforeMigration?: () => void
  /** The node that opens the catalog; undefined for commands beside the nodes. */
  self?: NodeIdentity | undefined
  /** Whether to migrate a PostgreSQL database although other nodes are running; false by default. */
  force?: boolean | undefined
  /** Opens a database although the storage has the files of another one. */
  acceptsOtherFiles?: boolean
  /** Profile of the AWS configuration files with the credentials for the image files. */
  storageProfile?: string | undefined
}

/** Opens the data directory, creates and migrates it. The only place where its parts are wired together. */
export async function openCatalog(
  config: Config,
  secrets: Secrets,
  overrides: CatalogOverrides = {},
): Promise<Catalog> {
  await ensureDataFolder(config.data)
  await ensureFilesFolder(config, secrets)
  const log = overrides.log ?? silentLog
  const clock = overrides.clock ?? systemClock
  const databaseClock = replaceDatabaseClock(clock)
  const opening = { acceptsOtherFiles: false, ...overrides, clock, log, databaseClock }
  const { database, storage } = await openDatabaseAndFiles(config, secrets, opening)
  const { address, store } = database
  const images = overrides.images ?? startImages(config, log)
  const embedders = createEmbedders({ data: config.data, log, start: overrides.startEmbedder })
  const { [Symbol.asyncDispose]: closeSearches, ...searches } = openSearches(database, {
    clock,
    config,
    embedders,
    log,
  })
  return {
    config,
    secrets,
    clock,
    log,
    address,
    reads: store.reads,
    readVersion: store.readVersion,
    ...searches,
    write: store.write,
    writeDeferred: store.writeDeferred,
    snapshot: store.snapshot,
    requestTimes: database.requestTimes,
    contributionLimits: createContributionLimits({ clock, requestTimes: database.requestTimes }),
    addressLimits: createAddressLimits({ clock, requestTimes: database.requestTimes }),
    storage,
    tiles: createTileFiles(storage),
    images,
    embedders,
    jobs: null,
    signingKeys: await openSigningKeys(config.data, secrets, { clock, log }),
    knowledgeBase: createKnowledgeBase(config, clock),
    geocoder: createGeocoder(config, clock),
    osm: createOsmSignIn(config, secrets),
    async [Symbol.asyncDispose]() {
      if (images !== overrides.images) await images[Symbol.asyncDispose]()
      await closeSearches()
      await embedders[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await storage[Symbol.asyncDispose]()
    },
  }
}

interface FilesOptions {
  acceptsOtherFiles: boolean
  storageProfile?: string | undefined
}

/** Opens both, or neither if they do not belong together. Creates no database beside files of another one. */
async function openDatabaseAndFiles(
  config: Config,
  secrets: Secrets,
  { acceptsOtherFiles, storageProfile, ...options }: DatabaseOptions & FilesOptions,
): Promise<{ database: Database; storage: ObjectStore }> {
  await using stack = new AsyncDisposableStack()
  const storage = stack.use(await openStorage({ ...config, storageProfile }, takeTemporaryLock))
  const place = describeStorage(config, storage)
  const isOnPostgres = secrets.databaseUrl !== null
  if (!isOnPostgres && !(await hasDatabaseFile(config.data))) {
    requireNeverOnPostgres(config.data)
    await requireNoFiles(place)
  }
  const database = stack.use(await openDatabase(config, secrets, options))
  const { store } = database
  await requireRecordedStorage(config, store.reads, storage)
  if (!acceptsOtherFiles) await requireOwnFiles(place, store, { isShared: isOnPostgres })
  if (isOnPostgres) await recordPostgres(config.data)
  stack.move()
  return { database, storage }
}

/** Starts the processes that decode images. */
export function startImages(
  { imageWorkers, maxPixels }: Pick<Config, 'imageWorkers' | 'maxPixels'>,
  log: Logger,
): ImagePool {
  return startImagePool({
    workers: imageWorkers,
    maxPixels,
    memoryBytes: PICTURE_MEMORY_BYTES,
    timeoutMs: PICTURE_TIMEOUT_MS,
    log,
  })
}
