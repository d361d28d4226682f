import type { Config, Secrets } from '../config/config.ts'
import { databasePath, searchableCopyPath } from '../storage/disk/data-folder.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { CatalogError } from '../base/errors.ts'
import type {
  Migrated,
  MigrationObserver,
  MigrationStep,
  WaitingMigrations,
} from '../database/migrated.ts'
import type { RequestTimes } from '../database/request-times.ts'
import type { MigratingProgram } from '../database/running-nodes.ts'
import type { TrigramSearch } from '../database/trigram-search.ts'
import type { VectorSearch } from '../resident/postgres/vector-query.ts'
import type { Replica, Store } from '../database/store.ts'
import { openStore as openSqlite } from '../database/sqlite/open-store.ts'
import type { Logger } from '../base/log.ts'
import { createSearchableCopy, type CopyServices } from '../resident/copy/threaded-copy.ts'
import { searchableItself, type Searchable } from '../resident/index/searchable.ts'

/** The database of a catalog. */
export interface Database extends AsyncDisposable {
  readonly store: Store
  /** Null if no replica of the database answers reads. */
  readonly replica: Replica | null
  /** Null if no other process serves the database. */
  readonly requestTimes: RequestTimes | null
  /** Null if this program searches texts by its own index. */
  readonly trigrams: TrigramSearch | null
  /** Null if this program compares embeddings itself. */
  readonly vectors: VectorSearch | null
  /** Address for threads that open it. */
  readonly address: DatabaseAddress
  /** Database that searches read: the SQLite database itself, or a copy of the searchable part of another one. */
  readonly searchable: Searchable
}

/** Migrations are logged unless an observer is given. */
export interface DatabaseOptions extends CopyServices, MigratingProgram, MigrationObserver {
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called before an existing SQLite database is migrated; may refuse it with an error. */
  beforeMigration?: (() => void) | undefined
}

/** Returns where the database of a catalog is. */
export function findDatabase(
  { data, spatialite }: Pick<Config, 'data' | 'spatialite'>,
  { databaseUrl }: Pick<Secrets, 'databaseUrl'>,
): DatabaseAddress {
  if (databaseUrl !== null) return { engine: 'postgres', url: databaseUrl }
  return { engine: 'sqlite', file: databasePath(data), spatialite }
}

/** Opens, creates and migrates the database. The only place that chooses the engine. */
export async function openDatabase(
  config: Pick<Config, 'data' | 'spatialite' | 'text' | 'vectors'>,
  secrets: Pick<Secrets, 'databaseUrl' | 'databaseReadUrl'>,
  options: DatabaseOptions,
): Promise<Database> {
  const address = findDatabase(config, secrets)
  const { clock, log, databaseClock, beforeMigration } = options
  const {
    onMigrationStep = (step) => logMigrationStep(log, step),
    onMigrated = (migrated) => logMigration(log, migrated),
    onMigrationsWait = (waiting) => logWaitingMigrations(log, waiting),
  } = options
  const observer = { onMigrationStep, onMigrated, onMigrationsWait }
  const { data, spatialite } = config
  if (address.engine === 'sqlite') {
    const { file } = address
    const store = await openSqlite({ file, spatialite, beforeMigration, ...observer })
    return {
      store,
      replica: null,
      address,
      requestTimes: null,
      trigrams: null,
      vectors: null,
      searchable: searchableItself({ file, spatialite }),
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    }
  }
  const { openStore } = await import('../database/postgres/open-store.ts')
  const { createReplica } = await import('../database/postgres/replica.ts')
  const { openRequestTimes } = await import('../database/postgres/request-times.ts')
  const { openTrigramSearch } = await import('../database/postgres/text/trigram-search.ts')
  const { url } = address
  const { self, force } = options
  const store = await openStore({ url, self, force, databaseClock, ...observer })
  const { databaseReadUrl: readUrl } = secrets
  const replica = readUrl === null ? null : createReplica({ url, readUrl, clock, log })
  const trigrams = config.text === 'pg_trgm' ? await openTrigramSearch(url) : null
  const vectors = config.vectors === 'pgvector' ? await openVectors(url, log) : null
  const requestTimes = openRequestTimes({ url, clock: databaseClock })
  const file = { file: searchableCopyPath(data), spatialite }
  const searchable = createSearchableCopy({ url, file }, { clock, log })
  return {
    store,
    replica,
    address,
    requestTimes,
    trigrams,
    vectors,
    searchable,
    async [Symbol.asyncDispose]() {
      await searchable[Symbol.asyncDispose]()
      await requestTimes[Symbol.asyncDispose]()
      await trigrams?.[Symbol.asyncDispose]()
      await vectors?.[Symbol.asyncDispose]()
      await replica?.[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

function logMigrationStep(
  log: Pick<Logger, 'info'>,
  { migration, number, count }: MigrationStep,
): void {
  if (migration === null) log.info({ count }, 'copying the database before its migration')
  else log.info({ migration, number, count }, 'migrating the database')
}

function logMigration(log: Pick<Logger, 'info'>, { from, to, applied, copy }: Migrated): void {
  if (from === null) return log.info({ schema: to }, 'database created')
  log.info({ from, to, applied, ...(copy !== null && { copy }) }, 'database migrated')
}

function logWaitingMigrations(
  log: Pick<Logger, 'info'>,
  { waiting, waitsFor }: WaitingMigrations,
): void {
  const servers = waitsFor.map(({ place }) => place)
  const hint = 'When all servers have this version, run: catalog admin migrate up'
  log.info({ migrations: waiting, servers, hint }, 'migrations are left')
}

/** Returns null if the database lacks the extension, because this program can do without. */
async function openVectors(url: string, log: DatabaseOptions['log']): Promise<VectorSearch | null> {
  const { openVectorSearch } = await import('../resident/postgres/vector-search.ts')
  try {
    return await openVectorSearch(url, { log })
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const { message, details } = error
    log.warn({ hint: details.hint }, `${message} This server compares embeddings itself.`)
    return null
  }
}
