import { Command, Option } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { addFilterOptions } from '../../options/filter-options.ts'
import {
  addBoxOfOption,
  addImageOption,
  addOutputOptions,
  addShapeOptions,
} from './export-options.ts'
import { LAYER_FILTERS } from './layer-filters.ts'
import { runExportCommand } from './run-command.ts'

export const exportGeoreferencesCommand: CommandFactory = (cli) => {
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
