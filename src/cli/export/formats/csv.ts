import { escapeFormula } from '../../terminal/formula-escape.ts'
import { sanitizeCell } from '../../terminal/sanitize.ts'
import type { ColumnType, Value } from '../column.ts'
import type { Geometry } from '../geometry/geometry.ts'
import { normalizeGeometry } from '../geometry/normalize.ts'
import type { Layer } from '../layer.ts'
import type { FeatureWriter } from './feature-writer.ts'
import type { TextOutput } from './text-output.ts'
import { formatWkt } from './wkt.ts'

export interface CsvOptions {
  /** Decimal places of the coordinates. */
  precision: number
  /** Writes a byte order mark and semicolons, which Excel expects in most of Europe. */
  excel: boolean
}

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Writes a table by RFC 4180: the attributes, then the position of points, and every geometry as WKT.
 * @param types where the types of the columns are written
 */
export function createCsvWriter(
  output: TextOutput,
  types: TextOutput | null,
  { precision, excel }: CsvOptions,
): FeatureWriter {
  const separator = excel ? ';' : ','
  const formatRow = (cells: readonly string[]): string =>
    `${cells.map((cell) => quote(cell, separator)).join(separator)}\r\n`
  let layer: Layer | undefined
  let text = excel ? BYTE_ORDER_MARK : ''
  return {
    startLayer(next) {
      layer = next
      text += formatRow(listCsvColumns(next).map(({ name }) => name))
    },
    add({ geometry, values }) {
      const shape = geometry && normalizeGeometry(geometry, precision)
      text += formatRow([...values.map(formatValue), ...formatGeometry(layer, shape)])
    },
    async flush() {
      const written = text
      text = ''
      if (written !== '') await output.write(written)
    },
    async finish() {
      await this.flush()
      if (layer) await types?.write(formatCsvt(layer))
      await output[Symbol.asyncDispose]()
      await types?.[Symbol.asyncDispose]()
    },
  }
}

function formatGeometry(layer: Layer | undefined, geometry: Geometry | null): string[] {
  if (layer?.geometry === null) return []
  const wkt = geometry === null ? '' : formatWkt(geometry)
  if (layer?.geometry !== 'Point') return [wkt]
  const position = geometry?.type === 'Point' ? geometry.coordinates.map(String) : ['', '']
  return [...position, wkt]
}

function formatValue(value: Value): string {
  if (typeof value === 'string') return escapeFormula(sanitizeCell(value))
  return value === null ? '' : String(value)
}

function quote(cell: string, separator: string): string {
  const isPlain = !/["\n\r]/v.test(cell) && !cell.includes(separator)
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
}

/** Types of a `.csvt` file, as GDAL and QGIS read them. */
const CSVT_TYPES: Record<ColumnType | 'wkt', string> = {
  integer: 'Integer64',
  real: 'Real',
  text: 'String',
  boolean: 'Integer(Boolean)',
  date: 'Date',
  datetime: 'DateTime',
  wkt: 'WKT',
}

/** Formats the content of the `.csvt` file that stands beside the table. */
function formatCsvt(layer: Layer): string {
  const types = listCsvColumns(layer).map(({ type }) => `"${CSVT_TYPES[type]}"`)
  return `${types.join(',')}\n`
}

function listCsvColumns({
  columns,
  geometry,
}: Layer): { name: string; type: keyof typeof CSVT_TYPES }[] {
  if (geometry === null) return [...columns]
  const wkt = { name: 'wkt', type: 'wkt' } as const
  if (geometry !== 'Point') return [...columns, wkt]
  return [...columns, { name: 'lon', type: 'real' }, { name: 'lat', type: 'real' }, wkt]
}
