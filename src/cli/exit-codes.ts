import type { CatalogError, ErrorKind } from '../core/errors.ts'

/** Every exit code of the program by its name; scripts may rely on them. */
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
  interrupted: 130,
  terminated: 143,
} as const

export type ExitName = keyof typeof EXIT

/** What each code means, as `catalog help exit-codes` and the reference tell it. */
export const EXIT_MEANINGS: Record<ExitName, string> = {
  ok: 'everything asked for is done, or there was nothing left to do',
  internal: 'a defect of the program',
  usage: 'wrong option, argument or setting',
  invalid_data: 'the manifest or a file is not valid; nothing was sent',
  auth: 'not signed in, or not allowed to do this',
  not_found: 'what was named does not exist or is not visible',
  partial: 'some rows are done and some failed',
  undecided: 'a person must decide about at least one row',
  unavailable: 'the network or the server did not answer; try again later',
  conflict: 'already in use by another process, or already there',
  nothing: 'there was nothing to do, and --error-on-nothing was given',
  integrity: 'a check found damage',
  interrupted: 'stopped by Ctrl-C',
  terminated: 'stopped by the system',
}

const EXIT_OF_KIND: Record<ErrorKind, ExitName> = {
  invalid: 'usage',
  unauthenticated: 'auth',
  forbidden: 'auth',
  not_found: 'not_found',
  conflict: 'conflict',
  precondition_failed: 'conflict',
  too_large: 'invalid_data',
  too_slow: 'unavailable',
  unsupported: 'invalid_data',
  unprocessable: 'conflict',
  rate_limited: 'unavailable',
  unavailable: 'unavailable',
  busy: 'conflict',
}

/** The exit code of an expected failure. */
export function toExitCode(error: CatalogError): number {
  return EXIT[EXIT_OF_KIND[error.kind]]
}

/** The exit code after a signal. */
export function toSignalExitCode(reason: unknown): number {
  return reason === 'SIGTERM' || reason === 'SIGHUP' ? EXIT.terminated : EXIT.interrupted
}
