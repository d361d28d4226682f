import type { Api } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { formatCount } from '../terminal/format.ts'
import { hint, printRecord } from '../terminal/output.ts'
import { startProgress } from '../terminal/progress.ts'
import type { Progress } from '../terminal/progress/meter.ts'
import { limitYoungGeneration } from '../host/young-generation.ts'
import type { ExportFormat } from './formats/format.ts'
import { openExportFile, type ExportFile, type FormatOptions } from './export-file.ts'
import { createLayer, type Layer, type LayerName, type LayerOptions } from './layer.ts'
import { findSource, readLayer, type Source } from './source/read-layer.ts'
import { RESOURCES, type Selection } from './source/resource.ts'
import { createItemFilter } from './item-filter.ts'

/** Selection, target, format and options of an export. */
export interface ExportRequest {
  selections: readonly Selection[]
  /** Path of the file; undefined for standard output. */
  file: string | undefined
  format: ExportFormat
  layerOptions: LayerOptions
  formatOptions: FormatOptions
  /** Replaces an existing file. */
  force: boolean
}

interface LayerSummary {
  name: LayerName
  count: number
  /** Number of items without a geometry; absent for images, which never have one. */
  without_geometry?: number
  /** Address of the license; absent if the instance names none. */
  license?: string
}

/**
 * Exports one or more layers. A file appears only when it is complete.
 * @throws CatalogError if the instance sends less than it announces, or the file cannot be written
 */
export async function runExport(cli: Cli, api: Api, request: ExportRequest): Promise<void> {
  limitYoungGeneration()
  await using file = await openExportFile(cli, request)
  const sources: Source[] = []
  for (const selection of request.selections) sources.push(await findSource(api, selection))
  announceSources(cli, sources)
  const layers = await exportLayers(cli, api, { file, request, sources })
  await file.publish()
  reportExport(cli, request, { path: file.path, layers })
}

function announceSources(cli: Cli, sources: readonly Source[]): void {
  if (sources.every(({ hasExport }) => hasExport)) return
  hint(cli, 'This instance has no export endpoint: the lists are read page by page.')
}

interface Work {
  file: ExportFile
  request: ExportRequest
  sources: readonly Source[]
}

async function exportLayers(
  cli: Cli,
  api: Api,
  { file, request, sources }: Work,
): Promise<LayerSummary[]> {
  const count = sources.reduce((sum, source) => sum + source.count, 0)
  using progress = await startProgress(cli, { unit: 'features', count, bytes: 0 })
  const summaries: LayerSummary[] = []
  for (const source of sources) {
    const { license } = source
    const layer = { ...createLayer(source.layer, request.layerOptions), license }
    file.writer.startLayer(layer)
    summaries.push(await exportLayer(cli, api, { file, source, layer, progress, request }))
  }
  await file.writer.finish()
  return summaries
}

interface LayerWork {
  file: ExportFile
  source: Source
  layer: Layer
  progress: Progress
  request: ExportRequest
}

async function exportLayer(
  cli: Cli,
  api: Api,
  { file: { writer }, source, layer, progress, request }: LayerWork,
): Promise<LayerSummary> {
  const isSelected = await createItemFilter(api, source)
  let count = 0
  let missing = 0
  let shown = 0
  const items = readLayer(api, source, {
    withImage: request.layerOptions.withImage,
    log: (sentence) => progress.log(sentence),
    onItems(read) {
      for (; shown < read; shown += 1) progress.addDone()
    },
  })
  for await (const batch of items) {
    cli.signal.throwIfAborted()
    for (const item of batch) {
      const feature = layer.toFeature(item)
      if (!isSelected(feature)) continue
      writer.add(feature, item)
      count += 1
      if (feature.geometry === null) missing += 1
    }
    await writer.flush()
  }
  const { name, geometry, license } = layer
  return {
    name,
    count,
    ...(geometry !== null && { without_geometry: missing }),
    ...(license !== undefined && { license }),
  }
}

function reportExport(
  cli: Cli,
  { file, format }: ExportRequest,
  { path, layers }: { path: string | undefined; layers: readonly LayerSummary[] },
): void {
  const counts = layers.map(({ name, count }) => formatCount(count, RESOURCES[name].noun))
  const [{ without_geometry: missing = 0 } = {}] = layers.filter(
    ({ name }) => name === 'georeferences',
  )
  if (missing > 0) {
    hint(
      cli,
      `Without a shape, because their direction is unknown: ${formatCount(missing, 'georeference')}.`,
    )
  }
  const [license] = layers.flatMap(({ license }) => license ?? [])
  if (license !== undefined) hint(cli, `License of the georeferences: ${license}`)
  if (path === undefined) hint(cli, `Exported: ${counts.join(', ')}.`)
  else if (cli.globals.output === 'human') hint(cli, `Written: ${file} (${counts.join(', ')})`)
  else printRecord(cli, { path, format, layers })
}
