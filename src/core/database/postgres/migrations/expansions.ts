import { runStatements } from '../../migrations/run-statements.ts'
import type { SchemaChange } from '../../migrations/schema-change.ts'

const STATEMENTS = [
  // The applied migrations beside which programs of earlier versions work, by their names in `kysely_migration`.
  'create table expansion (name text collate "C" primary key)',
  // The migrator of kysely made it for earlier versions.
  'drop table if exists kysely_migration_lock',
]

export const expansions: SchemaChange['postgres'] = {
  after: (db) => runStatements(db, STATEMENTS),
}
