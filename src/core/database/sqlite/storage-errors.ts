import {
  CatalogError,
  databaseDamaged,
  hostOverloaded,
  RESTORE_DATABASE,
  storageFailed,
  storageFull,
} from '../../base/errors.ts'

/** Most commands on the host that hold the database end sooner. */
const BUSY_SECONDS = 5

const FAILED = /^(SQLITE_(IOERR|READONLY|CANTOPEN|PROTOCOL)|EACCES|EPERM|EROFS)/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

/** Converts an error of SQLite that no request is to blame for; returns undefined for other errors. */
export function toStorageError(error: unknown): CatalogError | undefined {
  const { code = '' } = (error ?? {}) as { code?: string }
  if (code === 'SQLITE_FULL') return storageFull(error)
  if (DAMAGED.test(code)) return databaseDamaged(error)
  if (code === 'SQLITE_NOMEM') return hostOverloaded(error)
  if (FAILED.test(code)) return storageFailed(error)
  if (!isBusy(error)) return undefined
  const details = { retryAfterSeconds: BUSY_SECONDS, cause: error }
  return new CatalogError('busy', ['database_busy'], details)
}

/**
 * Explains to the administrator why a database file cannot be opened.
 * @returns undefined if the error has another cause than the file or its disk
 */
export function toUnusableFileError(file: string, error: unknown): CatalogError | undefined {
  if (toStorageError(error)?.kind !== 'unavailable' && !isDirectory(error)) return undefined
  const { message, code = '' } = error as NodeJS.ErrnoException
  if (DAMAGED.test(code)) return damagedDatabase(file, error)
  return new CatalogError(
    'unavailable',
    `${file} cannot be written (${message}). Check its permissions and the free space on its disk.`,
    { cause: error },
  )
}

/** Creates the error of a damaged database, for the administrator. */
export function damagedDatabase(file: string, error: unknown): CatalogError {
  return new CatalogError(
    'unavailable',
    `${file} is damaged (${(error as Error).message}). ${RESTORE_DATABASE}`,
    { code: 'database_damaged', cause: error },
  )
}

/** Whether a directory has the name of the file. */
function isDirectory(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === 'EISDIR'
}

/** Whether another process holds the database. */
export function isBusy(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code?.startsWith('SQLITE_BUSY') ?? false
}
