import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { CatalogError, RESTORE_DATABASE, storageFailed } from '../../base/errors.ts'
import { loadSpatialite } from './spatialite.ts'

export interface ConnectionOptions {
  /** Path of the database file. */
  file: string
  readonly?: boolean
  /** Path of mod_spatialite; found automatically by default. */
  spatialite?: string | null
  /** Size of the page cache; 16 MiB by default. */
  cacheKib?: number
}

const BUSY_TIMEOUT_MS = 5000
const CACHE_KIB = 16 * 1024

/**
 * Opens a connection with SpatiaLite, a write-ahead log and `synchronous=FULL`. The default of better-sqlite3,
 * NORMAL, may lose committed transactions after a power failure.
 * @throws CatalogError kind `invalid` if the file is not a database, `unavailable` without SpatiaLite
 */
export function openConnection(options: ConnectionOptions): Database.Database {
  const db = openDatabase(options)
  try {
    requireSpatialite(db, options.spatialite)
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    if (!options.readonly) db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma(`cache_size = -${options.cacheKib ?? CACHE_KIB}`)
    db.pragma('temp_store = MEMORY')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function openDatabase({ file, readonly = false }: ConnectionOptions): Database.Database {
  const db = openFile(file, readonly)
  try {
    // The first statement that reads the file.
    db.pragma('schema_version')
    return db
  } catch (error) {
    db.close()
    if ((error as { code?: string }).code !== 'SQLITE_NOTADB') throw error
    throw new CatalogError(
      'invalid',
      `${file} is not a database, so it contains no catalog. If it did before: ${RESTORE_DATABASE}`,
      { cause: error },
    )
  }
}

/** better-sqlite3 throws an error without a code if the folder of the file is missing. */
function openFile(file: string, readonly: boolean): Database.Database {
  try {
    return new Database(file, { readonly })
  } catch (error) {
    throw existsSync(dirname(file)) ? error : storageFailed(error)
  }
}

function requireSpatialite(db: Database.Database, path?: string | null): void {
  try {
    loadSpatialite(db, path)
  } catch (error) {
    throw new CatalogError(
      'unavailable',
      'SpatiaLite was not found. Run `catalog doctor` for instructions to install it.',
      { cause: error },
    )
  }
}
