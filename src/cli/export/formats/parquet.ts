import { open } from 'node:fs/promises'
import { zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { Target } from '../../terminal/target.ts'
import { toWriteError } from '../../terminal/write-error.ts'
import type { ColumnType, Value } from '../column.ts'
import { computeExtent, joinExtents, type Extent } from '../geometry/extent.ts'
import type { Geometry } from '../geometry/geometry.ts'
import { normalizeGeometry } from '../geometry/normalize.ts'
import { encodeWkb } from '../geometry/wkb.ts'
import type { Layer } from '../layer.ts'
import type { FeatureWriter } from './feature-writer.ts'

/** A row group is in memory until it is written. It ends with the row that exceeds one of these. */
const GROUP_ROWS = 20_000
const GROUP_BYTES = 16 * 1024 ** 2

/** Names of the columns with the geometry and its bounding box, as most programs write them. */
const GEOMETRY = 'geometry'
const BBOX = 'bbox'

type Cell = Value | bigint | Uint8Array | Readonly<Record<string, number>>

/** Writes GeoParquet 1.1 with the bounding box of each row, or plain Parquet for a layer without geometries. */
export async function createParquetWriter(
  { temporary, path }: Pick<Target, 'temporary' | 'path'>,
  { precision }: { precision: number },
): Promise<FeatureWriter & AsyncDisposable> {
  const asWriteError = (error: unknown): never => {
    throw toWriteError(path, error)
  }
  const file = await open(temporary, 'w').catch(asWriteError)
  const output = new ByteWriter()
  let table: ParquetTable | undefined
  const save = async (): Promise<void> => {
    await file.appendFile(output.getBytes()).catch(asWriteError)
    output.index = 0
  }
  return {
    startLayer: (layer) => {
      table = createTable(output, layer)
    },
    add({ geometry, values }) {
      table?.add(geometry && normalizeGeometry(geometry, precision), values)
    },
    async flush() {
      if (!table?.isFull()) return
      table.writeGroup()
      await save()
    },
    async finish() {
      table?.finish()
      await save()
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

type ParquetTable = ReturnType<typeof createTable>

function createTable(output: ByteWriter, layer: Layer) {
  const schema = describeSchema(layer)
  const parquet = new ParquetWriter({
    writer: output,
    schema,
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
  })
  const types = new Set<Geometry['type']>()
  let extent: Extent | undefined
  let bytes = 0
  let cells: Cell[][] = []
  const clear = (): void => {
    bytes = 0
    cells = listColumns(layer).map(() => [])
  }
  const push = (column: number, cell: Cell): void => {
    cells[column]?.push(cell)
    bytes += cell instanceof Uint8Array || typeof cell === 'string' ? cell.length : 0
  }
  const addShape = (shape: Geometry | null): void => {
    const box = shape && computeExtent(shape)
    if (shape) types.add(shape.type)
    if (box) extent = extent ? joinExtents(extent, box) : box
    push(layer.columns.length, shape && encodeWkb(shape, 0))
    push(layer.columns.length + 1, box && toBox(box))
  }
  const writeGroup = (): void => {
    const data = listColumns(layer).map((name, column) => ({ name, data: cells[column] ?? [] }))
    const rowGroupSize = Math.max(1, data[0]?.data.length ?? 0)
    void parquet.write({ columnData: data, rowGroupSize })
    clear()
  }
  clear()
  return {
    add(shape: Geometry | null, values: readonly Value[]) {
      for (const [column, { type }] of layer.columns.entries())
        push(column, toCell(type, values[column] ?? null))
      if (layer.geometry !== null) addShape(shape)
    },
    isFull: () => (cells[0]?.length ?? 0) >= GROUP_ROWS || bytes >= GROUP_BYTES,
    writeGroup,
    finish() {
      writeGroup()
      parquet.kvMetadata = describeFile(layer, [...types], extent)
      void parquet.finish()
    },
  }
}

function listColumns({ columns, geometry }: Layer): string[] {
  const names = columns.map(({ name }) => name)
  return geometry === null ? names : [...names, GEOMETRY, BBOX]
}

const PARQUET_TYPES: Record<ColumnType, Partial<SchemaElement>> = {
  integer: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  datetime: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
}

const CORNERS = ['xmin', 'ymin', 'xmax', 'ymax'] as const

function describeSchema({ columns, geometry }: Layer): SchemaElement[] {
  const optional = { repetition_type: 'OPTIONAL' } as const
  const attributes = columns.map(({ name, type }) => ({
    name,
    ...PARQUET_TYPES[type],
    ...optional,
  }))
  if (geometry === null) return [{ name: 'root', num_children: attributes.length }, ...attributes]
  return [
    { name: 'root', num_children: attributes.length + 2 },
    ...attributes,
    { name: GEOMETRY, type: 'BYTE_ARRAY', ...optional },
    { name: BBOX, num_children: CORNERS.length, ...optional },
    ...CORNERS.map((name) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' }) as const),
  ]
}

function toBox({ west, south, east, north }: Extent): Record<(typeof CORNERS)[number], number> {
  return { xmin: west, ymin: south, xmax: east, ymax: north }
}

function toCell(type: ColumnType, value: Value): Cell {
  if (value === null) return null
  if (type === 'integer') return BigInt(value)
  if (type === 'date') return Date.parse(String(value)) / 86_400_000
  return type === 'datetime' ? toMicros(String(value)) : value
}

/** Microseconds since 1970. `Date.parse` reads no more than milliseconds. */
function toMicros(time: string): bigint {
  const [, seconds = '', fraction = ''] = /^(.+?)(?:\.(\d+))?Z$/v.exec(time) ?? []
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}

/** The metadata of GeoParquet 1.1.0, and the address of the license. Without `crs`, positions are OGC:CRS84. */
function describeFile({ geometry, license }: Layer, types: string[], extent: Extent | undefined) {
  const about = license === undefined ? [] : [{ key: 'license', value: license }]
  if (geometry === null) return about
  const column = {
    encoding: 'WKB',
    geometry_types: types.toSorted(),
    orientation: 'counterclockwise',
    ...(extent && { bbox: [extent.west, extent.south, extent.east, extent.north] }),
    covering: {
      bbox: Object.fromEntries(CORNERS.map((corner) => [corner, [BBOX, corner]])),
    },
  }
  const geo = { version: '1.1.0', primary_column: GEOMETRY, columns: { [GEOMETRY]: column } }
  return [{ key: 'geo', value: JSON.stringify(geo) }, ...about]
}
