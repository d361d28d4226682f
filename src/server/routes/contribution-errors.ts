import { FIRST_DAY_DIVISOR } from '../../core/limits.ts'

/** Errors of all requests to contribute. */
export const CONTRIBUTION_ERRORS = {
  400: 'The Idempotency-Key is invalid.',
  409: 'A request with the same Idempotency-Key is still in progress.',
  422: 'The Idempotency-Key has already been used with a different body.',
}

export function perMinute(most: number): string {
  return `More than ${most} per minute by one user, or ${Math.floor(most / FIRST_DAY_DIVISOR)} on the first day of an account.`
}
