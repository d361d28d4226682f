import { FIRST_DAY_DIVISOR } from '../../core/base/limits.ts'

/** Errors of all requests to contribute. */
export const CONTRIBUTION_ERRORS = {
  400: 'The Idempotency-Key is invalid.',
  409: 'A request with the same Idempotency-Key is still in progress.',
  422: 'The Idempotency-Key has already been used with a different body.',
}

/** The error 409 of updates with the values that the client has read. */
export const CHANGED_SINCE =
  'Another person has changed one of the members since (code `changed_meanwhile`).'

export function perMinute(most: number): string {
  return `More than ${most} per minute by one user, or ${Math.floor(most / FIRST_DAY_DIVISOR)} on the first day of an account.`
}
