import type { ErrorKind } from '../../core/base/errors.ts'

/** The HTTP status of each kind of error. */
export const ERROR_STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  rate_limited: 429,
  not_implemented: 501,
  unavailable: 503,
  busy: 503,
}
