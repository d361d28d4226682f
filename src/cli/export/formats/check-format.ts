import { usage, type ExportFormat } from './format.ts'

interface Requested {
  file: string | undefined
  format: ExportFormat
  formatOptions: { pretty: boolean; raw: boolean; excel: boolean; namesLayers: boolean }
}

/** Binary formats. Most are written at more than one place at a time. */
const NEED_FILE: readonly ExportFormat[] = ['gpkg', 'fgb', 'parquet']

const ONE_LAYER: readonly ExportFormat[] = ['csv', 'fgb', 'parquet']

/** @throws CatalogError kind `invalid` if the format does not have an option, or cannot hold the layers */
export function checkFormat({ file, format, formatOptions }: Requested): void {
  const { pretty, raw, excel, namesLayers } = formatOptions
  const rules: [isBroken: boolean, message: string][] = [
    [
      file === undefined && NEED_FILE.includes(format),
      `The format ${format} needs a file: it cannot be written to standard output.`,
    ],
    [pretty && format !== 'geojson', '--pretty is for the format geojson.'],
    [excel && format !== 'csv', '--excel is for the format csv.'],
    [raw && !format.startsWith('geojson'), '--raw is for GeoJSON formats.'],
    [
      namesLayers && ONE_LAYER.includes(format),
      `A file of the format ${format} has one layer. Export each on its own, or all to a GeoPackage.`,
    ],
  ]
  const broken = rules.find(([isBroken]) => isBroken)
  if (broken) throw usage(broken[1])
}
