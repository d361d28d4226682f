import { extname } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'

export const EXPORT_FORMATS = [
  'geojson',
  'geojsonl',
  'geojsonseq',
  'csv',
  'gpkg',
  'fgb',
  'parquet',
] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const EXTENSIONS: Record<string, ExportFormat> = {
  '.geojson': 'geojson',
  '.json': 'geojson',
  '.geojsonl': 'geojsonl',
  '.ndgeojson': 'geojsonl',
  '.jsonl': 'geojsonl',
  '.ndjson': 'geojsonl',
  '.geojsons': 'geojsonseq',
  '.geojsonseq': 'geojsonseq',
  '.csv': 'csv',
  '.gpkg': 'gpkg',
  '.fgb': 'fgb',
  '.parquet': 'parquet',
  '.geoparquet': 'parquet',
}

/**
 * Returns the format that is chosen, or else that of the file's extension. Standard output is GeoJSON by default.
 * @throws CatalogError kind `invalid` if the extension is unknown
 */
export function chooseFormat(
  chosen: ExportFormat | undefined,
  file: string | undefined,
): ExportFormat {
  if (chosen !== undefined) return chosen
  if (file === undefined) return 'geojson'
  const format = EXTENSIONS[extname(file).toLowerCase()]
  if (format !== undefined) return format
  throw usage(`The format of ${file} is not clear from its name. Choose one with --format.`)
}

export function usage(message: string): CatalogError {
  return new CatalogError('invalid', message, { code: 'usage' })
}
