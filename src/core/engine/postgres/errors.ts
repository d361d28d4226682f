import { CatalogError, hostOverloaded, storageFull, tryAgain } from '../../errors.ts'
import type { Violation } from '../violation.ts'

/** Error codes of PostgreSQL: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505'
const REFERENCE_VIOLATION = '23503'
const DISK_FULL = '53100'
/** A lock was not available in time, or the statement took too long. */
const BUSY = /^(55P03|57014|40001|40P01)$/
/** Too many connections, or too little memory. */
const OVERLOADED = /^53/
/** The server is shutting down, starting, or only a replica. */
const DOWN = /^(57P0\d|08\d+|25006|25P03)$/
const LOST =
  /^(Connection terminated|timeout (exceeded|expired)|Client has encountered a connection error|Client was closed)/

const BUSY_SECONDS = 5
const UNREACHABLE_SECONDS = 5

/** Converts an error of PostgreSQL that no request is to blame for; returns undefined for other errors. */
export function toStorageError(error: unknown): CatalogError | undefined {
  const code = codeOf(error)
  if (code === DISK_FULL) return storageFull(error)
  if (OVERLOADED.test(code)) return hostOverloaded(error)
  if (DOWN.test(code)) return unreachable(error)
  if (!isBusy(error)) return undefined
  const message = 'The database is busy. Nothing was stored. Try again in a few seconds.'
  return new CatalogError('busy', message, { retryAfterSeconds: BUSY_SECONDS, cause: error })
}

/** Whether another node holds the database. */
export function isBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error))
}

/** Converts an error of a connection; returns other errors unchanged. */
export function toConnectionError(error: unknown): unknown {
  const { message = '', syscall } = (error ?? {}) as { message?: string; syscall?: unknown }
  return syscall !== undefined || LOST.test(message) ? unreachable(error) : error
}

function unreachable(cause: unknown): CatalogError {
  return tryAgain('The database cannot be reached.', UNREACHABLE_SECONDS, cause)
}

/** Parses a constraint error of PostgreSQL; returns undefined for other errors. */
export function toViolation(error: unknown): Violation | undefined {
  const code = codeOf(error)
  if (code === REFERENCE_VIOLATION) return { rule: 'reference' }
  if (code !== UNIQUE_VIOLATION) return undefined
  const columns = /^Key \((.+?)\)=/.exec((error as { detail?: string }).detail ?? '')?.[1] ?? ''
  return { rule: 'unique', columns: columns.split(', ') }
}

function codeOf(error: unknown): string {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  // Other libraries have codes, too, but no severity.
  return typeof code === 'string' && severity !== undefined ? code : ''
}
