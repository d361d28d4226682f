import { MICROS_PER_SECOND, type Clock } from '../../base/clock.ts'
import { conflict, type CatalogError } from '../../base/errors.ts'
import { splitListIntoBatches } from '../../base/split-into-batches.ts'
import type { Store, Tx } from '../../database/store.ts'
import type { NewRow } from '../../database/tables.ts'
import { findMiddle } from '../../model/geometry/extent.ts'
import { listNameEnds, type NamedPlace } from '../../model/gazetteer/named-place.ts'
import { removeAbandoned, removeUnfinished } from './remove-gazetteer.ts'

/** Entries of one transaction, so that a running server never waits long. */
const BATCH_SIZE = 500

export interface NewGazetteer {
  name: string
  credit: string
}

/** The right of one command to add to a gazetteer, which each transaction renews. */
interface Lease {
  id: number
  /** In microseconds since the epoch. */
  until: number
}

/** After a longer pause, another command takes this one for killed. */
const LEASE_MICROS = 10 * 60 * MICROS_PER_SECOND

/**
 * Stores the places of a gazetteer in many transactions. Searches find them when all are stored. Other commands cannot
 * add one of the same name meanwhile, but remove it.
 * @param betweenBatches waits between transactions, and throws to stop; what was stored is removed then
 * @returns the number of entries. Without any, no gazetteer is added.
 * @throws CatalogError kind `conflict` if there is one with this name, or it is removed meanwhile
 */
export async function addGazetteer(
  { write, clock }: Pick<Store, 'write'> & { clock: Clock },
  gazetteer: NewGazetteer,
  places: AsyncIterable<readonly NamedPlace[]>,
  betweenBatches: () => Promise<void>,
): Promise<number> {
  const now = clock.now()
  await removeAbandoned({ write }, { name: gazetteer.name, now })
  let lease = await write((tx) => insertGazetteer(tx, gazetteer, now))
  try {
    let entries = 0
    for await (const some of places) {
      for (const batch of splitListIntoBatches(some, BATCH_SIZE)) {
        const renewed = { ...lease, until: clock.now() + LEASE_MICROS }
        await write(async (tx) => {
          await update(tx, lease, { adding_until: renewed.until })
          await insertEntries(tx, lease.id, batch)
        })
        lease = renewed
        entries += batch.length
        await betweenBatches()
      }
    }
    if (entries > 0) await write((tx) => update(tx, lease, { entries, adding_until: null }))
    else await removeUnfinished({ write }, lease)
    return entries
  } catch (error) {
    await removeUnfinished({ write }, lease)
    throw error
  }
}

async function insertGazetteer(
  tx: Tx,
  { name, credit }: NewGazetteer,
  now: number,
): Promise<Lease> {
  const lease = { id: await findNextId(tx, 'gazetteer'), until: now + LEASE_MICROS }
  const added = await tx
    .insertInto('gazetteer')
    .values({ id: lease.id, name, credit, entries: null, adding_until: lease.until, added_at: now })
    .onConflict((known) => known.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return lease
  throw await describeConflict(tx, name)
}

async function describeConflict(tx: Tx, name: string): Promise<CatalogError> {
  const { entries } = await tx
    .selectFrom('gazetteer')
    .select('entries')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const message =
    entries === null
      ? `Another command is adding the gazetteer ${JSON.stringify(name)}, or was killed less than ten minutes ago.`
      : `There is a gazetteer ${JSON.stringify(name)} already.`
  return conflict(message, { hint: `Remove it with: catalog gazetteer remove ${name}` })
}

/** Changes the gazetteer unless another command has removed it. */
async function update(
  tx: Tx,
  { id, until }: Lease,
  changes: { entries?: number; adding_until: number | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('gazetteer')
    .set(changes)
    .where('id', '=', id)
    .where('adding_until', '=', until)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  throw conflict('Another command removed the gazetteer while it was being added.')
}

async function insertEntries(
  tx: Tx,
  gazetteerId: number,
  places: readonly NamedPlace[],
): Promise<void> {
  const first = await findNextId(tx, 'gazetteer_entry')
  const rows = places.map((place, index) => toEntry(place, { id: first + index, gazetteerId }))
  const names = places.flatMap((place, index) => toNames(place, rows[index]))
  await tx.insertInto('gazetteer_entry').values(rows).execute()
  for (const some of splitListIntoBatches(names, 4000))
    await tx.insertInto('gazetteer_name').values(some).execute()
}

async function findNextId(tx: Tx, table: 'gazetteer' | 'gazetteer_entry'): Promise<number> {
  const { id } = await tx
    .selectFrom(table)
    .select((row) => row.fn.coalesce(row.fn.max('id'), row.lit(0)).as('id'))
    .executeTakeFirstOrThrow()
  return id + 1
}

function toEntry(
  { name, kind, extent, inhabitants }: NamedPlace,
  { id, gazetteerId }: { id: number; gazetteerId: number },
): NewRow<'gazetteer_entry'> {
  const [west, south, east, north] = extent
  const box = { west, south, east, north }
  return { id, gazetteer_id: gazetteerId, name, kind, ...findMiddle(extent), ...box, inhabitants }
}

function toNames(
  { name, otherNames }: NamedPlace,
  entry: NewRow<'gazetteer_entry'> | undefined,
): NewRow<'gazetteer_name'>[] {
  if (!entry) return []
  const rows = new Map<string, NewRow<'gazetteer_name'>>()
  for (const each of [name, ...otherNames]) {
    for (const [index, words] of listNameEnds(each).entries()) {
      const isWhole = index === 0
      if (rows.has(words) && !isWhole) continue
      const { id, gazetteer_id, latitude } = entry
      const is_whole = isWhole ? 1 : 0
      rows.set(words, { gazetteer_id, words, latitude, entry_id: id, is_whole })
    }
  }
  return [...rows.values()]
}
