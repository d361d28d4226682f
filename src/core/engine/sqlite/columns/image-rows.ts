import type { Database } from 'better-sqlite3'
import { createDictionary, type Dictionary } from './dictionary.ts'
import type { HoldingColumns } from './holdings.ts'

/**
 * What lists of images filter by, one array a column. A row is a place in the arrays: it is given to an
 * id once and never to another; a deleted image's row loses its LIVE flag.
 */
export interface ImageRows {
  /** How many rows are in use. */
  size: number
  ids: Float64Array
  flags: Uint8Array
  /** By their numbers in the holdings. */
  collections: Uint32Array
  /** Bounds of the date in days since the epoch; NaN, which nothing compares to, where there is none. */
  fuzzyFrom: Float64Array
  fuzzyTo: Float64Array
  /** By their numbers in the dictionary. */
  creators: Uint32Array
  creatorNames: Dictionary
  /** Rows by id, of images that came after the rows were loaded. */
  later: Map<number, number>
  /** How many rows were loaded: their ids ascend. */
  loaded: number
}

export const LIVE = 1
export const GEOREFERENCED = 2
export const FROM_ABOVE = 4

interface Source {
  id: number
  collection_id: number
  fuzzy_from: number | null
  fuzzy_to: number | null
  creator_folded: string | null
  flags: number
}

const SELECT = `select id, collection_id, fuzzy_from, fuzzy_to, creator_folded,
  ${LIVE} + (last_georeferenced_at is not null) * ${GEOREFERENCED} + from_above * ${FROM_ABOVE} as flags
  from image`

/** Places for images that are yet to come, before all arrays are copied into longer ones. */
const SPARE = 10_000

/** Reads every image there is. */
export function loadImageRows(db: Database, holdings: HoldingColumns): ImageRows {
  const count = db.prepare<[], number>('select count(*) from image').pluck().get() ?? 0
  const rows = emptyRows(count + SPARE)
  for (const image of db.prepare<[], Source>(`${SELECT} order by id`).iterate()) {
    setRow(rows, rows.size++, image, holdings)
  }
  rows.loaded = rows.size
  return rows
}

/** Reads one image again, new, changed or deleted; answers its row, undefined when it never had one. */
export function createRowReader(db: Database, rows: ImageRows, holdings: HoldingColumns) {
  const byId = db.prepare<[number], Source>(`${SELECT} where id = ?`)
  return (id: number): number | undefined => {
    const known = rowOf(rows, id)
    const image = byId.get(id)
    if (!image) {
      if (known !== undefined) rows.flags[known] = 0
      return known
    }
    const row = known ?? newRow(rows, id)
    setRow(rows, row, image, holdings)
    return row
  }
}

/** Where an image is; undefined when it has no row. */
export function rowOf({ ids, loaded, later }: ImageRows, id: number): number | undefined {
  let low = 0
  let high = loaded
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low < loaded && ids[low] === id ? low : later.get(id)
}

function emptyRows(capacity: number): ImageRows {
  return {
    size: 0,
    ids: new Float64Array(capacity),
    flags: new Uint8Array(capacity),
    collections: new Uint32Array(capacity),
    fuzzyFrom: new Float64Array(capacity),
    fuzzyTo: new Float64Array(capacity),
    creators: new Uint32Array(capacity),
    creatorNames: createDictionary(),
    later: new Map(),
    loaded: 0,
  }
}

function setRow(rows: ImageRows, row: number, image: Source, holdings: HoldingColumns): void {
  rows.ids[row] = image.id
  rows.flags[row] = image.flags
  rows.collections[row] = holdings.numberOf(image.collection_id)
  rows.fuzzyFrom[row] = image.fuzzy_from ?? Number.NaN
  rows.fuzzyTo[row] = image.fuzzy_to ?? Number.NaN
  rows.creators[row] = rows.creatorNames.numberOf(image.creator_folded)
}

function newRow(rows: ImageRows, id: number): number {
  if (rows.size === rows.ids.length) grow(rows)
  rows.later.set(id, rows.size)
  return rows.size++
}

function grow(rows: ImageRows): void {
  const longer = emptyRows(rows.size + SPARE)
  longer.ids.set(rows.ids)
  longer.flags.set(rows.flags)
  longer.collections.set(rows.collections)
  longer.fuzzyFrom.set(rows.fuzzyFrom)
  longer.fuzzyTo.set(rows.fuzzyTo)
  longer.creators.set(rows.creators)
  const { size, creatorNames, later, loaded } = rows
  Object.assign(rows, longer, { size, creatorNames, later, loaded })
}
