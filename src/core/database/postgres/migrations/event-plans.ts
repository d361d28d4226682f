import { sql } from 'kysely'
import type { SchemaChange } from '../../migrations/schema-change.ts'

/**
 * Lets each connection keep a generic plan of the statement that counts the contributions which extend an event. By its
 * own estimate, PostgreSQL would rather plan it for the values of each call, since only one of its cases applies to a type
 * of event; that takes five times as long as the statement.
 */
export const eventPlans: SchemaChange['postgres'] = {
  after: async (db) =>
    void (await sql`alter function activity_event_count_extended() set plan_cache_mode = force_generic_plan`.execute(
      db,
    )),
}
