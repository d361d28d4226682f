import { runStatements } from '../../migrations/run-statements.ts'
import type { SchemaChange } from '../../migrations/schema-change.ts'

/**
 * Compares what was left to the locale of the database by bytes, as all other texts: its order changes with the library
 * of the operating system, after which an index misses rows.
 */
const STATEMENTS = [
  `alter table image
    alter column camera type text collate "C",
    alter column captured_on type text collate "C"`,
  'drop index audit_entry_of_image',
  `create index audit_entry_of_image
    on audit_entry ((coalesce(before, after)::json ->> 'image_id') collate "C", id)
    where coalesce(before, after)::json ->> 'image_id' is not null`,
]

export const byteOrder: SchemaChange['postgres'] = {
  after: (db) => runStatements(db, STATEMENTS),
}
