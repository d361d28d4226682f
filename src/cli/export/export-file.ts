import { join, parse } from 'node:path'
import type { Cli } from '../cli.ts'
import { createCsvWriter } from './formats/csv.ts'
import type { FeatureWriter } from './formats/feature-writer.ts'
import type { ExportFormat } from './formats/format.ts'
import { createGeoJsonWriter, type GeoJsonFormat } from './formats/geojson.ts'
import { openStandardOutput, openTextFile, type TextOutput } from './formats/text-output.ts'
import { openTarget, type Target } from '../terminal/target.ts'

export interface FormatOptions {
  /** Decimal places of the coordinates. */
  precision: number
  pretty: boolean
  raw: boolean
  excel: boolean
  /** Whether features name their layer. */
  namesLayers: boolean
}

/** The output of an export. */
export interface ExportFile extends AsyncDisposable {
  readonly writer: FeatureWriter
  /** The final path; undefined for standard output. */
  readonly path: string | undefined
  /** Lets the finished file appear under its name. */
  publish(): Promise<void>
}

export interface ExportFileRequest {
  /** Path; undefined for standard output. */
  file: string | undefined
  format: ExportFormat
  formatOptions: FormatOptions
  /** Replaces an existing file. */
  force: boolean
}

/**
 * Prepares the output.
 * @throws CatalogError kind `conflict` if the file exists or cannot be written
 */
export async function openExportFile(cli: Cli, request: ExportFileRequest): Promise<ExportFile> {
  const { file, format, force } = request
  if (file === undefined) return openOnStandardOutput(cli, request)
  await using opening = new AsyncDisposableStack()
  const target = opening.use(await openTarget(cli, file, force))
  if (format === 'gpkg' || format === 'fgb' || format === 'parquet') {
    const writer = opening.use(await createBinaryWriter(format, target, request.formatOptions))
    return createExportFile(writer, [target], opening.move())
  }
  const sidecar =
    format === 'csv' ? opening.use(await openTarget(cli, nameSidecar(file), force)) : null
  const output = opening.use(await openTextFile(target))
  const types = sidecar && opening.use(await openTextFile(sidecar))
  const writer = createTextWriter(request, output, types)
  return createExportFile(writer, sidecar ? [sidecar, target] : [target], opening.move())
}

/** Returns where GDAL and QGIS look for the types of the columns: `table.txt` → `table.csvt`. */
function nameSidecar(file: string): string {
  const { dir, name } = parse(file)
  return join(dir, `${name}.csvt`)
}

async function createBinaryWriter(
  format: 'gpkg' | 'fgb' | 'parquet',
  target: Target,
  options: FormatOptions,
): Promise<FeatureWriter & (Disposable | AsyncDisposable)> {
  if (format === 'gpkg') {
    const { createGeoPackageWriter } = await import('./formats/geopackage/geopackage.ts')
    return createGeoPackageWriter(target, options)
  }
  if (format === 'parquet') {
    const { createParquetWriter } = await import('./formats/parquet.ts')
    return createParquetWriter(target, options)
  }
  const { createFlatGeobufWriter } = await import('./formats/flatgeobuf/flatgeobuf.ts')
  return createFlatGeobufWriter(target, options)
}

/** @param targets what the writer writes; the file itself is the last */
function createExportFile(
  writer: FeatureWriter,
  targets: readonly Target[],
  opened: AsyncDisposableStack,
): ExportFile {
  return {
    writer,
    path: targets.at(-1)?.path,
    async publish() {
      for (const target of targets) await target.publish()
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function openOnStandardOutput(cli: Cli, request: ExportFileRequest): ExportFile {
  const nothing = (): Promise<void> => Promise.resolve()
  return {
    writer: createTextWriter(request, openStandardOutput(cli), null),
    path: undefined,
    publish: nothing,
    [Symbol.asyncDispose]: nothing,
  }
}

/** @param types where the types of CSV columns are written */
function createTextWriter(
  { format, formatOptions }: ExportFileRequest,
  output: TextOutput,
  types: TextOutput | null,
): FeatureWriter {
  if (format === 'csv') return createCsvWriter(output, types, formatOptions)
  return createGeoJsonWriter(output, format as GeoJsonFormat, formatOptions)
}
