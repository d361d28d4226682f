import { sql } from 'kysely'
import type { SchemaChange } from '../../migrations/schema-change.ts'

/**
 * The servers that run on the database, so that no other version changes its schema under them.
 *
 * - `id` is the id of the data directory, and `place` its host and path: a copied directory has the same id.
 * - `seen_at` is the time of the last announcement in microseconds.
 */
const TABLE = `
create table running_node (
  id text collate "C" not null,
  place text collate "C" not null,
  version text collate "C" not null,
  schema text collate "C" not null,
  seen_at bigint not null,
  primary key (id, place)
)`

export const runningNodes: SchemaChange['postgres'] = {
  after: async (db) => void (await sql.raw(TABLE).execute(db)),
}
