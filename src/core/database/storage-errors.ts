import type { CatalogError } from '../base/errors.ts'
import * as postgres from './postgres/errors.ts'
import * as sqlite from './sqlite/storage-errors.ts'

/** Converts an error of the database that no request is to blame for; returns undefined for other errors. */
export function toStorageError(error: unknown): CatalogError | undefined {
  return sqlite.toStorageError(error) ?? postgres.toStorageError(error)
}

/** Returns the SQLSTATE of an error or of its cause; undefined if PostgreSQL reported none of them. */
export function findSqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = postgres.getSqlState(cause)
    if (found !== undefined) return found
  }
  return undefined
}
