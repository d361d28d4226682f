import * as postgres from '../engine/postgres/errors.ts'
import * as sqlite from '../engine/sqlite/constraint-errors.ts'
import type { Violation } from '../engine/violation.ts'

/** Parses a constraint error of the database; returns undefined for other errors. */
export function toViolation(error: unknown): Violation | undefined {
  return sqlite.toViolation(error) ?? postgres.toViolation(error)
}
