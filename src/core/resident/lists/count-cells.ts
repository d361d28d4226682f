import { cellsPerSide, MAX_ALONE, type Cell, type Placed } from '../../model/tiles/cells.ts'
import { toTileUnits, type Tile } from '../../model/tiles/tile.ts'
import { WORLD_BITS } from '../../model/tiles/world.ts'
import type { Bitmap } from '../columns/bitmap.ts'
import type { PlacedTable } from '../columns/georeference-tables.ts'
import { getMiddleDay } from '../columns/middle-day.ts'

/** Positions and dates by row. */
type CellTable = {
  columns: Pick<PlacedTable['columns'], 'worldX' | 'worldY' | 'fuzzyFrom' | 'fuzzyTo'>
}

interface Selection {
  /** All rows on the tile. */
  rows: Uint32Array
  /** Those to count; null for all. */
  bitmap: Bitmap | null
  place: (row: number) => Placed
}

/** Counts the rows of each cell of a tile, in one pass over any number of rows. */
export function countCells(
  tile: Tile,
  table: CellTable,
  { rows, bitmap, place }: Selection,
): Cell[] {
  const sums = sumCells(tile, table, { rows, bitmap })
  const cells: Cell[] = []
  for (const [cell, count] of sums.count.entries()) {
    if (count === 0) continue
    const [x, y] = toTileUnits(tile, (sums.x[cell] ?? 0) / count, (sums.y[cell] ?? 0) / count)
    const [firstDay = Infinity, lastDay = -Infinity] = [sums.firstDay[cell], sums.lastDay[cell]]
    const first = cell * MAX_ALONE
    const members =
      count > MAX_ALONE ? [] : [...sums.alone.subarray(first, first + count)].map(place)
    cells.push({ count, x, y, firstDay, lastDay, members })
  }
  return cells
}

/** Cells are numbered in rows. Like those in `bitmap.ts`, this loop runs over a million rows. */
function sumCells(
  tile: Tile,
  { columns }: CellTable,
  { rows, bitmap }: Pick<Selection, 'rows' | 'bitmap'>,
): Sums {
  const { worldX, worldY } = columns
  const side = cellsPerSide(tile.z)
  const shift = WORLD_BITS - tile.z - Math.log2(side)
  const sums = createSums(side ** 2)
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    if (bitmap && bitmap[row] !== 1) continue
    const x = worldX[row] ?? 0
    const y = worldY[row] ?? 0
    const cell = ((y >>> shift) & (side - 1)) * side + ((x >>> shift) & (side - 1))
    addRow(sums, cell, row)
    sums.x[cell] = (sums.x[cell] ?? 0) + x
    sums.y[cell] = (sums.y[cell] ?? 0) + y
    addDay(sums, cell, getMiddleDay(columns, row))
  }
  return sums
}

function addRow(sums: Sums, cell: number, row: number): void {
  const count = sums.count[cell] ?? 0
  if (count < MAX_ALONE) sums.alone[cell * MAX_ALONE + count] = row
  sums.count[cell] = count + 1
}

function addDay(sums: Sums, cell: number, day: number): void {
  if (day < (sums.firstDay[cell] ?? 0)) sums.firstDay[cell] = day
  if (day > (sums.lastDay[cell] ?? 0)) sums.lastDay[cell] = day
}

type Sums = ReturnType<typeof createSums>

function createSums(cells: number) {
  return {
    count: new Uint32Array(cells),
    x: new Float64Array(cells),
    y: new Float64Array(cells),
    firstDay: new Float64Array(cells).fill(Infinity),
    lastDay: new Float64Array(cells).fill(-Infinity),
    /** The first rows of each cell. */
    alone: new Uint32Array(cells * MAX_ALONE),
  }
}
