import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { addFilterOptions, type FilterFlags } from '../../options/filter-options.ts'
import { addWriteOptions, type WriteFlags } from '../manifest/table-options.ts'
import { addBoxOfOption } from './export-options.ts'
import { LAYER_FILTERS } from './layer-filters.ts'
import { selectLayers } from './run-command.ts'

/** Writes the metadata of the selected images as a table for `catalog update`. */
export async function runExportManifest(
  cli: Cli,
  file: string,
  flags: WriteFlags & FilterFlags & { bboxOf?: string },
): Promise<void> {
  const { openApi } = await import('../../client/api.ts')
  const { chooseFormat } = await import('../../manifest/choose-format.ts')
  const { exportManifest } = await import('../../manifest/export-manifest.ts')
  const { openSession } = await import('../../login/session.ts')
  const format = chooseFormat(cli, file, flags, 'csv')
  const api = openApi(cli, await openSession(cli))
  const selections = await selectLayers(cli, api, ['images'], flags)
  for (const selection of selections)
    await exportManifest(cli, api, {
      selection,
      format,
      target: { path: file, force: flags.force },
    })
}

export const exportManifestCommand: CommandFactory = (cli) => {
  const command = new Command('manifest')
    .description('Export the metadata of images as a table to edit and give to: catalog update')
    .argument('[file]', 'Table to write; - for standard output', '-')
  return addBoxOfOption(
    addFilterOptions(addWriteOptions(command), LAYER_FILTERS.images, 'images'),
  ).action((file, flags) => runExportManifest(cli, file, flags))
}
