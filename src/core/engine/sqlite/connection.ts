import Database from 'better-sqlite3'
import { CatalogError, RESTORE_DATABASE } from '../../errors.ts'
import { loadSpatialite } from './spatialite.ts'

export interface ConnectionOptions {
  /** Path of the catalogue's database file. */
  file: string
  readonly?: boolean
  /** Path of mod_spatialite; by default the system's own search finds it. */
  spatialite?: string | null
}

const BUSY_TIMEOUT_MS = 5000
const CACHE_KIB = 16_384

/**
 * Opens one connection with SpatiaLite, write-ahead log and full durability: a committed transaction
 * survives power loss (the library's own default for the write-ahead log, NORMAL, loses it).
 */
export function openConnection(options: ConnectionOptions): Database.Database {
  const db = openDatabase(options)
  try {
    requireSpatialite(db, options.spatialite)
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    if (!options.readonly) db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma(`cache_size = -${CACHE_KIB}`)
    db.pragma('temp_store = MEMORY')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function openDatabase({ file, readonly = false }: ConnectionOptions): Database.Database {
  const db = new Database(file, { readonly })
  try {
    // The first thing that looks at the file's content.
    db.pragma('schema_version')
    return db
  } catch (error) {
    db.close()
    if ((error as { code?: string }).code !== 'SQLITE_NOTADB') throw error
    throw new CatalogError(
      'invalid',
      `${file} is no database, so there is no catalog in it. If there was one: ${RESTORE_DATABASE}`,
      { cause: error },
    )
  }
}

function requireSpatialite(db: Database.Database, path?: string | null): void {
  try {
    loadSpatialite(db, path)
  } catch (error) {
    throw new CatalogError(
      'unavailable',
      'SpatiaLite is not installed, or not where it was looked for. `catalog doctor` tells how to get it.',
      { cause: error },
    )
  }
}
