import { dataVersion } from '../engine/sqlite/catalogue-state.ts'
import type { Reads } from '../engine/sqlite/store.ts'

/** A number that changes with every write to the database, whoever makes it. */
export function databaseVersion(reads: Reads): Promise<number> {
  return dataVersion(reads)
}
