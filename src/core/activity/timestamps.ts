import { sql } from 'kysely'
import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'

/**
 * Gives events their timestamps: each its own time, or a microsecond after the event before it where that
 * would not be later. "Before" is the order of FIXED_ORDER, so that the timestamps follow from what the
 * events are and not from when they were recorded.
 */

/** What stays where it is comes first; groups, whose time moves on, come last. */
const EVENT_ORDER = sql`at, started_at is not null, type, user_id, subject_id, action, change_id,
  comment_id, collection_id, milestone`

/** How many events are moved by one statement. */
const BATCH_SIZE = 10_000

/** After an event came to, or went from, each of these moments. */
export async function updateTimestamps(tx: Tx, moments: readonly Micros[]): Promise<void> {
  const rising = [...new Set(moments)].sort((one, other) => one - other)
  for (const moment of rising) await updateTimestampsFrom(tx, moment, 'until settled')
}

/** After everything has been recorded anew. */
export async function updateAllTimestamps(tx: Tx): Promise<void> {
  await updateTimestampsFrom(tx, Number.MIN_SAFE_INTEGER, 'to the end')
}

type Extent = 'until settled' | 'to the end'

async function updateTimestampsFrom(tx: Tx, from: Micros, extent: Extent): Promise<void> {
  let start: Micros | undefined = from
  while (start !== undefined) {
    const { moves, next } = await findMoves(tx, start, extent)
    if (moves.length > 0) await setTimestamps(tx, moves)
    start = next
  }
}

type Move = [id: number, timestamp: Micros]

/** @returns `next`: where to go on when there are more moves than one statement makes */
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
    else if (extent === 'until settled' && event.at > from) break
    if (moves.length === BATCH_SIZE) return { moves, next: event.at }
  }
  return { moves }
}

async function findTimestampBefore(tx: Tx, moment: Micros): Promise<Micros> {
  const event = await tx
    .selectFrom('activity_event')
    .select('timestamp')
    .where('at', '<', moment)
    .orderBy('at', 'desc')
    .orderBy('timestamp', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.timestamp ?? Number.MIN_SAFE_INTEGER
}

function streamEventsFrom(tx: Tx, moment: Micros) {
  return tx
    .selectFrom('activity_event')
    .select(['id', 'at', 'timestamp'])
    .where('at', '>=', moment)
    .orderBy(EVENT_ORDER)
    .stream()
}

async function setTimestamps(tx: Tx, moves: readonly Move[]): Promise<void> {
  await sql`update activity_event set timestamp = move.value ->> 1
    from json_each(${JSON.stringify(moves)}) as move
    where activity_event.id = move.value ->> 0`.execute(tx)
}
