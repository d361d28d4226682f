import type { Tx } from '../db/store.ts'
import type { NewRow } from '../db/tables.ts'

type NewEvent = Omit<NewRow<'activity_event'>, 'timestamp'>

/** Records an event; its timestamp is its own time until it is settled. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx
    .insertInto('activity_event')
    .values({ ...event, timestamp: event.at })
    .execute()
}
