import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import type { LayerName } from '../../export/layer.ts'
import type { Selection } from '../../export/source/resource.ts'
import {
  toFilterParameters,
  type FilterFlags,
  type FilterName,
} from '../../options/filter-options.ts'
import { formatCount } from '../../terminal/format.ts'
import { hint } from '../../terminal/output.ts'
import { COMMON_FILTERS, LAYER_FILTERS, type ExportFlags } from './export-options.ts'

/** Runs an export command. @param given file to write; undefined or `-` for standard output */
export async function runExportCommand(
  cli: Cli,
  layers: readonly LayerName[],
  given: string | undefined,
  flags: ExportFlags,
): Promise<void> {
  const { openApi } = await import('../../client/api.ts')
  const { chooseFormat } = await import('../../export/formats/format.ts')
  const { checkFormat } = await import('../../export/formats/check-format.ts')
  const { runExport } = await import('../../export/run-export.ts')
  const { openSession } = await import('../../login/session.ts')
  const file = given === '-' ? undefined : given
  const { precision, pretty = false, raw = false, excel = false } = flags
  const format = chooseFormat(flags.format, file)
  const formatOptions = { precision, pretty, raw, excel, namesLayers: layers.length > 1 }
  const request = { file, format, formatOptions, force: flags.force === true }
  checkFormat(request)
  const api = openApi(cli, await openSession(cli))
  const selections = await selectLayers(cli, api, layers, flags)
  await runExport(cli, api, {
    ...request,
    selections,
    layerOptions: { withImage: flags.with === 'image', view: readView(flags) },
  })
  if (flags.placedFromAbove === 'false') await hintLeftOut(cli, api, selections)
}

/** Images taken from above may also have a point, which most maps should not show. */
async function hintLeftOut(cli: Cli, api: Api, selections: readonly Selection[]): Promise<void> {
  const { findSource } = await import('../../export/source/read-layer.ts')
  for (const { filters, ...selection } of selections) {
    const { count } = await findSource(api, {
      ...selection,
      filters: { ...filters, from_above: 'true' },
    })
    if (count === 0) continue
    const points = formatCount(count, 'georeference')
    hint(cli, `Left out: ${points} of images taken from above; --from-above any includes them.`)
  }
}

function readView({ geometry = 'point', coneLength = 0, coneWidth = 0 }: ExportFlags) {
  return geometry === 'point'
    ? undefined
    : { shape: geometry, length: coneLength, width: coneWidth }
}

/** Resolves the filters of a command to a selection for each layer. */
export async function selectLayers(
  cli: Cli,
  api: Api,
  layers: readonly LayerName[],
  flags: FilterFlags & Pick<ExportFlags, 'bboxOf' | 'placedFromAbove'>,
): Promise<Selection[]> {
  const { resolveFilters } = await import('../../client/resolve-filters.ts')
  const { readBoxOfFile } = await import('../../export/box-filter.ts')
  const { bboxOf, bbox = bboxOf && (await readBoxOfFile(cli, bboxOf)), ...others } = flags
  const selections: Selection[] = []
  for (const layer of layers) {
    const own = pickFilters(others, LAYER_FILTERS[layer])
    const filters = await resolveFilters(api, toFilterParameters(own))
    if (layer === 'georeferences' && flags.placedFromAbove !== 'any') {
      filters['from_above'] = flags.placedFromAbove ?? 'false'
    }
    selections.push({ layer, filters, box: bbox })
  }
  if (layers.includes('subjects') && layers.length > 1 && hasImageFilter(others)) {
    hint(cli, 'All subjects are exported: filters of images do not apply to them.')
  }
  return selections
}

function pickFilters(flags: FilterFlags, names: readonly FilterName[]): FilterFlags {
  return Object.fromEntries(names.map((name) => [name, flags[name]]))
}

function hasImageFilter(flags: FilterFlags): boolean {
  return COMMON_FILTERS.some((name) => flags[name] !== undefined)
}
