import { CatalogError, hostOverloaded, storageFull, tryAgain } from '../../base/errors.ts'
import type { Violation } from '../violation.ts'

/** Error codes of PostgreSQL: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505'
const REFERENCE_VIOLATION = '23503'
const NULL_VIOLATION = '23502'
const INSUFFICIENT_PRIVILEGE = '42501'
const CANCELLED = '57014'
const DISK_FULL = '53100'
/** Text with the character U+0000, as it is or in JSON. */
const UNSTORABLE_TEXT = /^(22021|22P05)$/
/** A lock was not available in time, or the statement took too long. */
const BUSY = /^(55P03|57014|40001|40P01)$/
/** Too many connections, or too little memory. */
const OVERLOADED = /^53/
/**
 * The server is shutting down, starting, or only a replica, it ended an idle connection, it rejected the login, or it lacks
 * the database. PgBouncer reports all that happens between it and the server as 08P01.
 */
const DOWN = /^(57P0\d|08\w{3}|25006|25P0[34]|28\w{3}|3D000)$/
const LOST =
  /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client has encountered a connection error|Client was closed)/

const BUSY_SECONDS = 5
const UNREACHABLE_SECONDS = 5
const STALE_SECONDS = 1

/** Converts an error of PostgreSQL that no request is to blame for; returns undefined for other errors. */
export function toStorageError(error: unknown): CatalogError | undefined {
  const code = codeOf(error)
  if (code === DISK_FULL) return storageFull(error)
  if (OVERLOADED.test(code)) return hostOverloaded(error)
  if (DOWN.test(code)) return unreachable(error)
  if (isStalePlan(error)) return tryAgain('The database has been upgraded.', STALE_SECONDS, error)
  if (!isBusy(error)) return undefined
  const details = { retryAfterSeconds: BUSY_SECONDS, cause: error }
  return new CatalogError('busy', ['database_busy'], details)
}

/** Whether another node holds the database. */
export function isBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error))
}

/** Whether a migration changed what a prepared statement returns. The statement works if it is not prepared. */
export function isStalePlan(error: unknown): boolean {
  // PostgreSQL translates messages, but not the names of its functions.
  return getSqlState(error) !== undefined && routineOf(error) === 'RevalidateCachedQuery'
}

function routineOf(error: unknown): unknown {
  return (error as { routine?: unknown }).routine
}

/** Whether a statement was cancelled, or took longer than its timeout. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === CANCELLED
}

/** Whether the user of the connection may not do what a statement does. */
export function lacksPrivilege(error: unknown): boolean {
  return codeOf(error) === INSUFFICIENT_PRIVILEGE
}

/** Explains an error of a connection, or of text that PostgreSQL cannot store; returns other errors unchanged. */
export function toQueryError(error: unknown): unknown {
  if (UNSTORABLE_TEXT.test(codeOf(error))) {
    return new CatalogError('invalid', 'Text must not contain the character U+0000.', {
      cause: error,
    })
  }
  const { message = '', syscall } = (error ?? {}) as { message?: string; syscall?: unknown }
  return syscall !== undefined || LOST.test(message) ? unreachable(error) : error
}

/** Whether the server or the network ended the connection. */
export function endsConnection(error: unknown): boolean {
  return DOWN.test(codeOf(error)) || toQueryError(error) !== error
}

function unreachable(cause: unknown): CatalogError {
  const problem = ['try_again', 'The database cannot be reached.', UNREACHABLE_SECONDS] as const
  const hint = `Check the database server and CATALOG_DATABASE_URL. The connection failed with: ${describe(cause)}`
  const details = { retryAfterSeconds: UNREACHABLE_SECONDS, hint, cause }
  return new CatalogError('unavailable', problem, details)
}

/** `server login has been failing (SQLSTATE 08P01)` */
function describe(error: unknown): string {
  const sqlState = getSqlState(error)
  const { message, code } = error as NodeJS.ErrnoException
  // An error of several addresses has no message.
  return sqlState === undefined ? message || String(code) : `${message} (SQLSTATE ${sqlState})`
}

/** Parses a constraint error of PostgreSQL; returns undefined for other errors. */
export function toViolation(error: unknown): Violation | undefined {
  const code = codeOf(error)
  const { detail = '' } = (error ?? {}) as { detail?: string }
  if (code === REFERENCE_VIOLATION) return { rule: 'reference' }
  if (code === NULL_VIOLATION) return { rule: 'not null' }
  if (code !== UNIQUE_VIOLATION) return undefined
  const columns = /^Key \((.+?)\)=/.exec(detail)?.[1] ?? ''
  return { rule: 'unique', columns: columns.split(', ') }
}

/** Returns the code of an error that PostgreSQL or PgBouncer reported; undefined for other errors. */
export function getSqlState(error: unknown): string | undefined {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  // Other libraries have codes, too, but no severity.
  return typeof code === 'string' && severity !== undefined ? code : undefined
}

function codeOf(error: unknown): string {
  return getSqlState(error) ?? ''
}
