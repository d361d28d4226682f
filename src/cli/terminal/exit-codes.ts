import type { CatalogError, ErrorKind } from '../../core/base/errors.ts'

/** The exit codes by name. They are part of the public interface. */
export const EXIT = {
  ok: 0,
  internal: 1,
  usage: 2,
  invalid_data: 3,
  auth: 4,
  not_found: 5,
  partial: 6,
  undecided: 7,
  unavailable: 8,
  conflict: 9,
  nothing: 10,
  integrity: 11,
  different: 12,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitName = keyof typeof EXIT

/** The meaning of each exit code, as shown by `catalog exit-codes` and in docs/cli.md. */
export const EXIT_MEANINGS: Record<ExitName, string> = {
  ok: 'success, or nothing was left to do',
  internal: 'internal error: a bug in the program',
  usage: 'invalid option, argument or setting',
  invalid_data: 'the manifest or a file is invalid; nothing was sent',
  auth: 'not signed in, or not permitted',
  not_found: 'not found, or not visible to you',
  partial: 'some rows succeeded and some failed',
  undecided: 'the outcome of at least one row is unknown; see catalog import resolve',
  unavailable: 'the network or the server is unavailable; try again later',
  conflict: 'already exists, or in use by another process',
  nothing: 'there was nothing to do, and --error-on-nothing was given',
  integrity: 'a check failed',
  different: 'the compared tables differ',
  interrupted: 'interrupted by Ctrl-C',
  terminated: 'terminated by the system',
}

const EXIT_OF_KIND: Record<ErrorKind, ExitName> = {
  invalid: 'usage',
  unauthenticated: 'auth',
  forbidden: 'auth',
  not_found: 'not_found',
  gone: 'not_found',
  conflict: 'conflict',
  precondition_failed: 'conflict',
  too_large: 'invalid_data',
  too_slow: 'unavailable',
  unsupported: 'invalid_data',
  unprocessable: 'conflict',
  not_implemented: 'usage',
  rate_limited: 'unavailable',
  unavailable: 'unavailable',
  busy: 'conflict',
}

/** Codes of errors that mean a failed check, whatever their kind. */
const DAMAGED: ReadonlySet<string> = new Set([
  'backup_damaged',
  'database_unreadable',
  'files_missing',
])

export function toExitCode(error: CatalogError): number {
  if (DAMAGED.has(error.details.code ?? '')) return EXIT.integrity
  return EXIT[EXIT_OF_KIND[error.kind]]
}

/** @param reason name of the signal */
export function toSignalExitCode(reason: unknown): number {
  return reason === 'SIGTERM' || reason === 'SIGHUP' ? EXIT.terminated : EXIT.interrupted
}
