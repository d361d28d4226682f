import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { addFilterOptions, type FilterFlags } from '../../options/filter-options.ts'
import { addWriteOptions, type WriteFlags } from '../manifest/table-options.ts'
import {
  addBoxOfOption,
  addImageOption,
  addOutputOptions,
  addShapeOptions,
  LAYER_FILTERS,
  COMMON_FILTERS,
} from './export-options.ts'
import { runExportCommand, selectLayers } from './run-command.ts'

const exportGeoreferencesCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('georeferences').description('Export camera positions and viewing directions'),
  )
  const shaped = addShapeOptions(addImageOption(command, 'Add the metadata of the images'))
  const filtered = addFilterOptions(shaped, LAYER_FILTERS.georeferences, 'georeferences')
  return addBoxOfOption(filtered)
    .addOption(
      new Option('--from-above <choice>', 'Images taken from above, too (any), or only those')
        .choices(['false', 'true', 'any'])
        .default('false'),
    )
    .action((file, { fromAbove, ...flags }) =>
      runExportCommand(cli, ['georeferences'], file, { ...flags, placedFromAbove: fromAbove }),
    )
}

const exportAreasCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('areas').description('Export the areas that images taken from above show'),
  )
  const extended = addImageOption(command, 'Add the metadata of the images')
  return addBoxOfOption(addFilterOptions(extended, LAYER_FILTERS.areas, 'areas')).action(
    (file, flags) => runExportCommand(cli, ['areas'], file, flags),
  )
}

const exportSubjectsCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('subjects').description('Export subjects with their outlines'),
  )
  return addBoxOfOption(addFilterOptions(command, LAYER_FILTERS.subjects, 'subjects')).action(
    (file, flags) => runExportCommand(cli, ['subjects'], file, flags),
  )
}

const exportImagesCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('images').description('Export the metadata of images, without positions'),
  )
  const extended = addImageOption(command, 'Add the details of the images')
  return addBoxOfOption(addFilterOptions(extended, LAYER_FILTERS.images, 'images')).action(
    (file, flags) => runExportCommand(cli, ['images'], file, flags),
  )
}

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

const exportManifestCommand: CommandFactory = (cli) => {
  const command = new Command('manifest')
    .description('Export the metadata of images as a table to edit and give to: catalog update')
    .argument('[file]', 'Table to write; - for standard output', '-')
  return addBoxOfOption(
    addFilterOptions(addWriteOptions(command), LAYER_FILTERS.images, 'images'),
  ).action((file, flags) => runExportManifest(cli, file, flags))
}

const LAYERS = ['georeferences', 'areas', 'subjects', 'images'] as const

const exportAllCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('all').description('Export georeferences, areas, subjects and images to one file'),
  )
  const shaped = addShapeOptions(addImageOption(command, 'Add the metadata of the images'))
  return addBoxOfOption(addFilterOptions(shaped, COMMON_FILTERS)).action((file, flags) =>
    runExportCommand(cli, LAYERS, file, flags),
  )
}

export const exportCommand = createCommandGroup('export', 'Export for GIS programs and tables', [
  exportGeoreferencesCommand,
  exportAreasCommand,
  exportSubjectsCommand,
  exportImagesCommand,
  exportManifestCommand,
  exportAllCommand,
])
