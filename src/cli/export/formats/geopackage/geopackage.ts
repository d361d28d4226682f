import Database from 'better-sqlite3'
import { toWriteError } from '../../../terminal/write-error.ts'
import type { Column, ColumnType, Value } from '../../column.ts'
import { computeExtent, joinExtents, type Extent } from '../../geometry/extent.ts'
import type { LayerGeometry } from '../../geometry/geometry.ts'
import { normalizeGeometry } from '../../geometry/normalize.ts'
import type { Feature, Layer, LayerName } from '../../layer.ts'
import type { Target } from '../../../terminal/target.ts'
import type { FeatureWriter } from '../feature-writer.ts'
import { encodeGeometry } from './encode-geometry.ts'
import {
  APPLICATION_ID,
  BASE_TABLES,
  createIndexTriggers,
  STYLE_TABLE,
  USER_VERSION,
  WGS_84,
} from './schema.ts'
import { createStyle } from './style.ts'

const SQL_TYPES: Record<ColumnType, string> = {
  integer: 'integer',
  real: 'double',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
}

/** For the memory of the spatial index while it grows. */
const CACHE_KIBIBYTES = 16_384

/** The time of a layer without times, so that equal exports are equal files. */
const NO_TIME = '1970-01-01T00:00:00.000Z'

interface TableWriter {
  add(feature: Feature): void
  /** Writes what is known only after the last row. */
  end(): void
}

/** Writes a GeoPackage (OGC 12-128r18) with a spatial index and a QGIS style for each layer that has geometries. */
export function createGeoPackageWriter(
  { temporary, path }: Target,
  { precision }: { precision: number },
): FeatureWriter & Disposable {
  const run = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw error instanceof Database.SqliteError ? toWriteError(path, error) : error
    }
  }
  const database = run(() => openDatabase(temporary))
  let table: TableWriter | undefined
  return {
    startLayer: (layer) =>
      run(() => {
        table?.end()
        table = createTable(database, layer, precision)
      }),
    add: (feature) => run(() => table?.add(feature)),
    flush: () => Promise.resolve(),
    async finish() {
      run(() => {
        table?.end()
        database.exec('commit')
        database.close()
      })
    },
    [Symbol.dispose]: () => void database.close(),
  }
}

/** The file appears only when it is complete, so that it needs no journal. */
function openDatabase(path: string): Database.Database {
  const database = new Database(path)
  database.pragma('journal_mode = off')
  database.pragma('synchronous = off')
  database.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
  database.pragma(`application_id = ${APPLICATION_ID}`)
  database.pragma(`user_version = ${USER_VERSION}`)
  database.exec(`begin; ${BASE_TABLES} ${STYLE_TABLE}`)
  insertContents(database, { name: 'layer_styles', dataType: 'attributes', changed: NO_TIME })
  return database
}

interface Contents {
  name: string
  dataType: 'features' | 'attributes'
  /** ISO 8601, in milliseconds. */
  changed: string
  extent?: Extent | undefined
  description?: string
}

function insertContents(
  database: Database.Database,
  { name, dataType, changed, extent, description = '' }: Contents,
): void {
  const { west = null, south = null, east = null, north = null } = extent ?? {}
  const srs = dataType === 'features' ? WGS_84 : 0
  database
    .prepare('insert into gpkg_contents values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(name, dataType, name, description, changed, west, south, east, north, srs)
}

function createTable(database: Database.Database, layer: Layer, precision: number): TableWriter {
  const { name, columns, geometry, license } = layer
  const isSpatial = geometry !== null
  const definitions = columns.map((column) => `"${column.name}" ${SQL_TYPES[column.type]}`)
  const shape = isSpatial ? [`geom ${geometry.toLowerCase()}`] : []
  database.exec(
    `create table "${name}" (${['fid integer primary key autoincrement not null', ...shape, ...definitions].join(', ')})`,
  )
  if (isSpatial) {
    database.exec(
      `create virtual table "rtree_${name}_geom" using rtree(id, minx, maxx, miny, maxy)`,
    )
  }
  const insert = database.prepare(
    `insert into "${name}" values (?, ${[...shape, ...columns].map(() => '?').join(', ')})`,
  )
  const index = isSpatial
    ? database.prepare(`insert into "rtree_${name}_geom" values (?, ?, ?, ?, ?)`)
    : undefined
  const timeColumn = columns.findIndex(({ type }) => type === 'datetime')
  let extent: Extent | undefined
  let changed = NO_TIME
  return {
    add({ id, geometry, values }) {
      const cells = values.map((value, at) => toCell(value, columns[at]))
      if (timeColumn >= 0) changed = max(changed, String(cells[timeColumn] ?? ''))
      if (index === undefined) {
        insert.run(id, ...cells)
        return
      }
      const normalized = geometry && normalizeGeometry(geometry, precision)
      const box = normalized && computeExtent(normalized)
      insert.run(id, normalized && box && encodeGeometry(normalized, box), ...cells)
      if (box === null) return
      index.run(id, box.west, box.east, box.south, box.north)
      extent = extent ? joinExtents(extent, box) : box
    },
    end() {
      const dataType = isSpatial ? 'features' : 'attributes'
      const description = license === undefined ? '' : `License: ${license}`
      insertContents(database, { name, dataType, changed, extent, description })
      if (isSpatial) describeGeometry(database, name, geometry)
    },
  }
}

function max(one: string, other: string): string {
  return one > other ? one : other
}

function toCell(value: Value, column: Column | undefined): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return column?.type === 'datetime' && value !== null ? toMilliseconds(String(value)) : value
}

/** The standard's times have exactly three digits. */
function toMilliseconds(time: string): string {
  const [seconds = '', fraction = ''] = time.replace('Z', '').split('.')
  return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

function describeGeometry(
  database: Database.Database,
  name: LayerName,
  geometry: Exclude<LayerGeometry, null>,
): void {
  database
    .prepare(`insert into gpkg_geometry_columns values (?, 'geom', ?, ${WGS_84}, 0, 0)`)
    .run(name, geometry.toUpperCase())
  database
    .prepare(
      "insert into gpkg_extensions values (?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')",
    )
    .run(name)
  database.exec(createIndexTriggers(name))
  database
    .prepare(
      `insert into layer_styles values (null, '', '', ?, 'geom', ?, ?, '', 1, '', '', null, '${NO_TIME}')`,
    )
    .run(name, name, createStyle(name, geometry))
}
