import * as postgres from './postgres/errors.ts'
import * as sqlite from './sqlite/constraint-errors.ts'
import type { Violation } from './violation.ts'

/** Parses a constraint error of the database; returns undefined for other errors. */
export function toViolation(error: unknown): Violation | undefined {
  return sqlite.toViolation(error) ?? postgres.toViolation(error)
}
