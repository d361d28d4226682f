import type { EngineSteps } from '../../migrations/schema-change.ts'
import { rebuildTable } from './rebuild-table.ts'

/** Tables with columns of JSON that may be null. */
const TABLES = ['audit_entry', 'idempotency_key']

const NULLABLE = /check \(json_valid\((host_user|before|after|response)\)\)/gu

/**
 * Lets the checks of JSON accept null explicitly. In SQLite before 3.41, `json_valid(null)` is false instead of null, so
 * that `PRAGMA integrity_check` reported such rows and writing them failed.
 */
export const guardedNulls: EngineSteps = {
  async after(db) {
    for (const table of TABLES) {
      await rebuildTable(db, table, (definition) =>
        definition.replaceAll(NULLABLE, 'check ($1 is null or json_valid($1))'),
      )
    }
  },
}
