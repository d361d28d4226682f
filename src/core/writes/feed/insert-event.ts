import type { Tx } from '../../database/store.ts'
import type { NewRow } from '../../database/tables.ts'

type NewEvent = Omit<NewRow<'activity_event'>, 'timestamp'>

/** Inserts an event. Its timestamp is preliminary until `updateTimestamps` makes it unique. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx
    .insertInto('activity_event')
    .values({ ...event, timestamp: event.at })
    .execute()
}
