import { CatalogError } from '../../base/errors.ts'
import { splitListIntoBatches } from '../../base/split-into-batches.ts'
import type { Store, Tx } from '../../database/store.ts'
import type { NewRow } from '../../database/tables.ts'
import { findMiddle } from '../../model/geometry/extent.ts'
import { listNameEnds, type NamedPlace } from '../../model/gazetteer/named-place.ts'
import { removeGazetteer } from './remove-gazetteer.ts'

/** Entries of one transaction, so that a running server never waits long. */
const BATCH_SIZE = 500

export interface NewGazetteer {
  name: string
  credit: string
  /** Microseconds since the epoch. */
  now: number
}

/**
 * Stores the places of a gazetteer in many transactions. Searches find them when all are stored.
 * @param betweenBatches waits between transactions, and throws to stop; what was stored is removed then
 * @returns the number of entries. Without any, no gazetteer is added.
 * @throws CatalogError kind `conflict` if there is one with this name
 */
export async function addGazetteer(
  { write }: Pick<Store, 'write'>,
  gazetteer: NewGazetteer,
  places: AsyncIterable<readonly NamedPlace[]>,
  betweenBatches: () => Promise<void>,
): Promise<number> {
  await removeGazetteer({ write }, gazetteer.name, { onlyIncomplete: true })
  const id = await write((tx) => insertGazetteer(tx, gazetteer))
  try {
    let entries = 0
    for await (const some of places) {
      for (const batch of splitListIntoBatches(some, BATCH_SIZE)) {
        await write((tx) => insertEntries(tx, id, batch))
        entries += batch.length
        await betweenBatches()
      }
    }
    if (entries > 0) await write((tx) => finish(tx, id, entries))
    else await removeGazetteer({ write }, gazetteer.name)
    return entries
  } catch (error) {
    await removeGazetteer({ write }, gazetteer.name, { onlyIncomplete: true })
    throw error
  }
}

async function insertGazetteer(tx: Tx, { name, credit, now }: NewGazetteer): Promise<number> {
  const id = await findNextId(tx, 'gazetteer')
  const added = await tx
    .insertInto('gazetteer')
    .values({ id, name, credit, entries: null, added_at: now })
    .onConflict((known) => known.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return added.id
  throw new CatalogError('conflict', `There is a gazetteer ${JSON.stringify(name)} already.`, {
    hint: `Remove it with: catalog gazetteer remove ${name}`,
  })
}

async function finish(tx: Tx, id: number, entries: number): Promise<void> {
  await tx.updateTable('gazetteer').set({ entries }).where('id', '=', id).execute()
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
      const { id, latitude } = entry
      rows.set(words, { words, latitude, entry_id: id, is_whole: isWhole ? 1 : 0 })
    }
  }
  return [...rows.values()]
}
