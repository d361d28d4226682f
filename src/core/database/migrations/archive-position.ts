import { METADATA_COLUMNS, revisionTrigger } from './initial/revisions.ts'
import { runStatements } from './run-statements.ts'
import type { SchemaChange } from './schema-change.ts'

/** Keeps the position that the archive states, such as `52.374, 4.8896, 118.5`. It is metadata, which has revisions. */
export const archivePosition: SchemaChange = {
  common: (sql) => ({
    tables: ['alter table image add column archive_position text'],
    triggers: [revisionTrigger(sql, [...METADATA_COLUMNS, 'archive_position'])],
  }),
  sqlite: { before: (db) => runStatements(db, ['drop trigger image_revised']) },
  postgres: { before: (db) => runStatements(db, ['drop function image_revised() cascade']) },
}
