import type { Micros } from '../../base/clock.ts'
import { integerRows } from '../../database/sql.ts'
import { column, expressions } from '../../database/expressions.ts'
import type { Tx } from '../../database/store.ts'

/**
 * Unique timestamps of events: the time of the event, or a microsecond after the previous event if that is later.
 * Events have a total order, so the timestamps do not depend on the order in which events were recorded.
 */

/** Groups come last among events of the same time, because their time still changes. */
const isGroup = expressions(column('started_at'), 'is not', null)

/** The order of events of the same time and type. */
const TIE_BREAKERS = [
  'user_id',
  'subject_id',
  'action',
  'change_id',
  'comment_id',
  'collection_id',
  'milestone',
] as const

/** Number of events that one statement updates. */
const BATCH_SIZE = 10_000

/** Updates timestamps after events were inserted at, or deleted from, these times. */
export async function updateTimestamps(tx: Tx, times: readonly Micros[]): Promise<void> {
  const ascending = [...new Set(times)].sort((one, other) => one - other)
  for (const time of ascending) await updateTimestampsFrom(tx, time, 'until unchanged')
}

/** Updates the timestamps of all events. */
export async function updateAllTimestamps(tx: Tx): Promise<void> {
  await updateTimestampsFrom(tx, Number.MIN_SAFE_INTEGER, 'to the end')
}

type Extent = 'until unchanged' | 'to the end'

async function updateTimestampsFrom(tx: Tx, from: Micros, extent: Extent): Promise<void> {
  let start: Micros | undefined = from
  while (start !== undefined) {
    const { moves, next } = await findMoves(tx, start, extent)
    if (moves.length > 0) await setTimestamps(tx, moves)
    start = next
  }
}

type Move = [id: number, timestamp: Micros]

/** @returns `next` the time to continue from if there are more updates than one statement makes */
async function findMoves(
  tx: Tx,
  from: Micros,
  extent: Extent,
): Promise<{ moves: Move[]; next?: Micros }> {
  const moves: Move[] = []
  let last = await findTimestampBefore(tx, from)
  for await (const event of streamEventsFrom(tx, from)) {
    last = Math.max(event.at, last + 1)
    if (last !== event.timestamp) moves.push([event.id, last])
    else if (extent === 'until unchanged' && event.at > from) break
    if (moves.length === BATCH_SIZE) return { moves, next: event.at }
  }
  return { moves }
}

async function findTimestampBefore(tx: Tx, time: Micros): Promise<Micros> {
  const event = await tx
    .selectFrom('activity_event')
    .select('timestamp')
    .where('at', '<', time)
    .orderBy('at', 'desc')
    .orderBy('timestamp', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.timestamp ?? Number.MIN_SAFE_INTEGER
}

function streamEventsFrom(tx: Tx, time: Micros) {
  const events = tx
    .selectFrom('activity_event')
    .select(['id', 'at', 'timestamp'])
    .where('at', '>=', time)
    .orderBy('at')
    .orderBy(isGroup)
    .orderBy('type')
  return TIE_BREAKERS.reduce(
    (sorted, name) => sorted.orderBy(name, (by) => by.asc().nullsFirst()),
    events,
  ).stream()
}

async function setTimestamps(tx: Tx, moves: readonly Move[]): Promise<void> {
  await tx
    .updateTable('activity_event')
    .from(integerRows(moves, ['event', 'moved']).as('move'))
    .set((eb) => ({ timestamp: eb.ref('move.moved') }))
    .whereRef('activity_event.id', '=', 'move.event')
    .execute()
}
