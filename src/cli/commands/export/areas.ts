import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { addFilterOptions } from '../../options/filter-options.ts'
import { addBoxOfOption, addImageOption, addOutputOptions } from './export-options.ts'
import { LAYER_FILTERS } from './layer-filters.ts'
import { runExportCommand } from './run-command.ts'

export const exportAreasCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('areas').description('Export the areas that images taken from above show'),
  )
  const extended = addImageOption(command, 'Add the metadata of the images')
  return addBoxOfOption(addFilterOptions(extended, LAYER_FILTERS.areas, 'areas')).action(
    (file, flags) => runExportCommand(cli, ['areas'], file, flags),
  )
}
