import type { AliasableExpression, SelectQueryBuilder } from 'kysely'
import { findVerdict } from '../../model/placement-verdict.ts'
import {
  cellsPerSide,
  groupByCell,
  MAX_ALONE,
  MAX_LISTED,
  type Cell,
  type Placed,
} from '../../model/tiles/cells.ts'
import {
  splitLatitudes,
  splitLongitudes,
  toTileUnits,
  type Split,
  type Tile,
} from '../../model/tiles/tile.ts'
import { toWorldX, toWorldY } from '../../model/tiles/world.ts'
import { inList } from '../../database/sql.ts'
import { column, countBordersBelow, expressions, literal } from '../../database/expressions.ts'

/** A georeference on a tile. */
interface PlacedRow {
  id: number
  /** Between −180 and 180. */
  longitude: number
  latitude: number
  direction: number | null
  confidence: number
  correct_count: number
  incorrect_count: number
  /** The middle of the date, in days since 1970-01-01. */
  day: number | null
}

/** A query of georeferences on a tile. */
export type PlacedRows = SelectQueryBuilder<{ placed: PlacedRow }, 'placed', object>

/** Lists the cells of a tile. Lets the database count what is too much to read. */
export async function listCells(
  tile: Tile,
  rows: PlacedRows,
  maxListed = MAX_LISTED,
): Promise<Cell[]> {
  const few = await rows
    .selectAll()
    .limit(maxListed + 1)
    .execute()
  if (few.length <= maxListed) {
    return groupByCell(
      tile.z,
      few.map((row) => place(tile, row)),
    )
  }
  return countCells(tile, rows)
}

async function countCells(tile: Tile, rows: PlacedRows): Promise<Cell[]> {
  const cell = numberCells(tile)
  const counted = await rows
    .select(cell.as('cell'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(({ fn }) => [
      fn.avg<number>('longitude').as('longitude'),
      fn.avg<number>('latitude').as('latitude'),
    ])
    .select(({ fn }) => [fn.min('day').as('firstDay'), fn.max('day').as('lastDay')])
    .groupBy('cell')
    .execute()
  const sparse = counted.filter(({ count }) => count <= MAX_ALONE).map(({ cell }) => cell)
  const alone =
    sparse.length === 0 ? [] : await rows.selectAll().where(cell, 'in', inList(sparse)).execute()
  const clusters = counted
    .filter(({ count }) => count > MAX_ALONE)
    .map(({ count, longitude, latitude, firstDay, lastDay }) => {
      const [x, y] = toTileUnits(tile, toWorldX(longitude), toWorldY(latitude))
      return {
        count,
        x,
        y,
        firstDay: firstDay ?? Infinity,
        lastDay: lastDay ?? -Infinity,
        members: [],
      }
    })
  return [...clusters, ...alone.map((row) => standAlone(place(tile, row)))]
}

function standAlone(placed: Placed): Cell {
  const { x, y, day } = placed
  return { count: 1, x, y, firstDay: day, lastDay: day, members: [placed] }
}

/** Builds the number of the cell of a row. */
function numberCells(tile: Tile): AliasableExpression<number> {
  const side = cellsPerSide(tile.z)
  const x = countBordersBelow(
    column('placed.longitude'),
    listInnerBorders(splitLongitudes(tile, side)),
  )
  // Rows are numbered from the south, since borders are in ascending order.
  const y = countBordersBelow(
    column('placed.latitude'),
    listInnerBorders(splitLatitudes(tile, side).toReversed()),
  )
  return expressions(expressions.parens(y, '*', literal(side)), '+', x)
}

/** Lists the borders of cells, except those of the tile. */
function listInnerBorders(splits: readonly (Split | undefined)[]): number[] {
  return splits.slice(1, -1).flatMap((split) => split?.from ?? [])
}

function place(tile: Tile, row: PlacedRow): Placed {
  const [x, y] = toTileUnits(tile, toWorldX(row.longitude), toWorldY(row.latitude))
  return {
    id: row.id,
    x: Math.floor(x),
    y: Math.floor(y),
    day: row.day ?? Number.NaN,
    confidence: row.confidence,
    verdict: findVerdict(row),
    direction: row.direction ?? Number.NaN,
  }
}
