import { sql } from 'kysely'
import type { SchemaChange } from '../../migrations/schema-change.ts'

/**
 * Plans the statement that counts what extends an event once for each connection. It has a case for each type of event,
 * so a plan for given values costs less than one for all types, and PostgreSQL would plan it again at each call. The
 * planning takes five times as long as the statement.
 */
export const eventPlans: SchemaChange['postgres'] = {
  after: async (db) =>
    void (await sql`alter function activity_event_count_extended() set plan_cache_mode = force_generic_plan`.execute(
      db,
    )),
}
