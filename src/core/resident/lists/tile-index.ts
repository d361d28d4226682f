import { groupByCell, MAX_LISTED, type Cell, type Placed } from '../../model/tiles/cells.ts'
import { toTileUnits, type Tile } from '../../model/tiles/tile.ts'
import { toZOrder, zOrderRange } from '../../model/tiles/z-order.ts'
import { createBitmap, setRows, type Bitmap } from '../columns/bitmap.ts'
import { countCells } from './count-cells.ts'
import { getVerdict, type PlacedTable } from '../columns/georeference-tables.ts'
import { getMiddleDay } from '../columns/middle-day.ts'
import { sortRowsBy } from '../columns/radix-sort.ts'
import { createSortIndex, type Sorting } from '../columns/sort-index.ts'

/** Georeferences in the order of the Z-order curve, so that those on a tile follow each other. */
export interface TileIndex {
  /** Lists the cells of a tile with the rows of a bitmap. */
  listCells(tile: Tile, bitmap: Bitmap): Cell[]
  /** Sorts the rows. @returns false if they were sorted already */
  sort(): boolean
  /** Marks rows that were added, changed or deleted. */
  invalidate(rows: Iterable<number>): void
}

export function createTileIndex(table: PlacedTable): TileIndex {
  const codeOf = (row: number): number => {
    const { worldX, worldY } = table.columns
    return toZOrder(worldX[row] ?? 0, worldY[row] ?? 0)
  }
  const order = createSortIndex(createSorting(table, codeOf))
  const findPosition = (rows: Uint32Array, code: number): number => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (codeOf(rows[middle] ?? 0) < code) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    listCells(tile, bitmap) {
      const rows = order.readOrder()
      const [first, end] = zOrderRange(tile)
      const onTile = rows.subarray(findPosition(rows, first), findPosition(rows, end))
      const few = listFew(onTile, bitmap)
      return few
        ? groupByCell(
            tile.z,
            few.map((row) => place(tile, table, row)),
          )
        : countCells(tile, table, {
            rows: sortForReading(onTile, table.size),
            bitmap,
            place: (row) => place(tile, table, row),
          })
    },
    sort() {
      const { isSorted } = order
      order.readOrder()
      return !isSorted
    },
    invalidate: (changed) => order.invalidate(changed),
  }
}

function createSorting(table: PlacedTable, codeOf: (row: number) => number): Sorting {
  const isLive = (row: number): boolean => table.columns.flags[row] !== 0
  return {
    sortAll: () =>
      sortRowsBy(Uint32Array.from({ length: table.size }, (_, row) => row).filter(isLive), codeOf),
    sortSome: (rows) => rows.filter(isLive).sort((a, b) => codeOf(a) - codeOf(b)),
    isBefore: (one, other) => codeOf(one) < codeOf(other),
  }
}

/** Lists the selected rows; undefined if they are too many to handle one by one. */
function listFew(rows: Uint32Array, bitmap: Bitmap): number[] | undefined {
  const few: number[] = []
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    if (bitmap[row] !== 1) continue
    if (few.length === MAX_LISTED) return undefined
    few.push(row)
  }
  return few
}

/** From this share of all rows on, they are read faster one after the other in memory. Measured with a million images. */
const SORTED_SHARE = 1 / 32

function sortForReading(rows: Uint32Array, size: number): Uint32Array {
  if (rows.length < size * SORTED_SHARE) return rows
  const isListed = setRows(createBitmap(size), rows)
  const sorted = new Uint32Array(rows.length)
  let count = 0
  for (let row = 0; row < size; row++) if (isListed[row] === 1) sorted[count++] = row
  return sorted
}

function place(tile: Tile, { columns }: PlacedTable, row: number): Placed {
  const [x, y] = toTileUnits(tile, columns.worldX[row] ?? 0, columns.worldY[row] ?? 0)
  return {
    id: columns.id[row] ?? 0,
    x: Math.floor(x),
    y: Math.floor(y),
    day: getMiddleDay(columns, row),
    confidence: columns.confidence[row] ?? 0,
    verdict: getVerdict(columns, row),
    direction: columns.direction?.[row] ?? Number.NaN,
  }
}
