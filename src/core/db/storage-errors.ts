import type { CatalogError } from '../errors.ts'
import * as postgres from '../engine/postgres/errors.ts'
import * as sqlite from '../engine/sqlite/storage-errors.ts'

/** Converts an error of the database that no request is to blame for; returns undefined for other errors. */
export function toStorageError(error: unknown): CatalogError | undefined {
  return sqlite.toStorageError(error) ?? postgres.toStorageError(error)
}
