import { sql, type RawBuilder } from 'kysely'
import type { Reads } from '../db/store.ts'
import { chooseWidth, findRange, type IdRange } from '../iiif/id-range.ts'
import { MAX_IIIF_ITEMS } from '../limits.ts'
import type { Visibility } from '../model/visibility.ts'

/** The part of the catalog that a IIIF Collection lists: its sources, the collections of a source, or images. */
export type Parent =
  | { kind: 'catalog' }
  | { kind: 'source'; id: number }
  | { kind: 'collection'; id: number }

export interface ItemRow {
  id: number
  label: string
  /** The generation of an image's published derivatives, if any. */
  generation: string | null
}

/** The items with ids in a range or, if they are too many, the narrower ranges that contain any. */
export type Items = { rows: ItemRow[] } | { ranges: IdRange[] }

/**
 * Lists items of a parent that is visible itself. The size of the catalog has no influence on the time: at most twice
 * as many rows are read as a Collection may have items, all by an index.
 */
export async function listItems(
  reads: Reads,
  parent: Parent,
  range: IdRange,
  visibility: Visibility,
): Promise<Items> {
  const all = selectItems(parent, visibility)
  const limit = MAX_IIIF_ITEMS + 1
  const rows = await readRows<ItemRow>(
    reads,
    sql`select id, ${all.columns} ${selectInside(all, range)} order by id limit ${limit}`,
  )
  return rows.length < limit ? { rows } : { ranges: await listRanges(reads, all, range) }
}

interface Selection {
  columns: RawBuilder<unknown>
  /** The tables and the condition. */
  from: RawBuilder<unknown>
}

function selectItems(parent: Parent, visibility: Visibility): Selection {
  const isVisible = visibility === 'public' ? sql`public = 1` : sql`public in (0, 1)`
  switch (parent.kind) {
    case 'catalog':
      return {
        columns: sql`name as label, null as generation`,
        from: sql`from source where ${isVisible}`,
      }
    case 'source':
      return {
        columns: sql`name as label, null as generation`,
        from: sql`from collection where source_id = ${parent.id} and ${isVisible}`,
      }
    default:
      return {
        columns: sql`title as label, generation`,
        from: sql`from image where collection_id = ${parent.id}`,
      }
  }
}

function selectInside({ from }: Selection, { first, last }: IdRange): RawBuilder<unknown> {
  return sql`${from} and id between ${first} and ${last}`
}

/** Jumps from the first item of each range to that of the next, so that the items between them are not read. */
async function listRanges(reads: Reads, all: Selection, range: IdRange): Promise<IdRange[]> {
  const { first, last } = range
  const [greatest = { id: last }] = await readRows<{ id: number }>(
    reads,
    sql`select id ${selectInside(all, range)} order by id desc limit 1`,
  )
  const width = chooseWidth({ first, last: greatest.id })
  const rows = await readRows<{ id: number }>(
    reads,
    sql`
      with recursive found (id) as (
        select (select id ${selectInside(all, range)} order by id limit 1)
        union all
        select (
          select id ${all.from} and id > ${findLastOfRange(width)} and id <= ${last} order by id limit 1
        ) from found where id is not null
      )
      select id from found where id is not null`,
  )
  return rows.map(({ id }) => findRange(id, width))
}

/**
 * Computes the last id of the range that contains `found.id`. The division is one of integers: numbers are
 * bound as floating point, hence the cast.
 */
function findLastOfRange(width: number): RawBuilder<number> {
  const integer = sql`cast(${width} as bigint)`
  return sql`((found.id - 1) / ${integer} + 1) * ${integer}`
}

async function readRows<Row>(reads: Reads, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`${query}`.execute(reads as never)
  return rows
}
