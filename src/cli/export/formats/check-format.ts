import { usage, type ExportFormat } from './format.ts'

interface Requested {
  file: string | undefined
  format: ExportFormat
  formatOptions: { pretty: boolean; raw: boolean; excel: boolean; namesLayers: boolean }
}

/** @throws CatalogError kind `invalid` if the format does not have an option, or cannot hold the layers */
export function checkFormat({ format, formatOptions }: Requested): void {
  const { pretty, raw, excel, namesLayers } = formatOptions
  if (pretty && format !== 'geojson') throw usage('--pretty is for the format geojson.')
  if (excel && format !== 'csv') throw usage('--excel is for the format csv.')
  if (raw && !format.startsWith('geojson')) throw usage('--raw is for GeoJSON formats.')
  if (namesLayers && format === 'csv') {
    throw usage(
      `A file of the format ${format} has one layer. Export each on its own, or to GeoJSON.`,
    )
  }
}
