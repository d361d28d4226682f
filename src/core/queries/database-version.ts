import { dataVersion } from '../db/catalog-state.ts'
import type { Reads } from '../db/store.ts'

/** A number that changes with every write to the database, whoever makes it. */
export function databaseVersion(reads: Reads): Promise<number> {
  return dataVersion(reads)
}
