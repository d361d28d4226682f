import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { addFilterOptions } from '../../options/filter-options.ts'
import { addBoxOfOption, addImageOption, addOutputOptions } from './export-options.ts'
import { LAYER_FILTERS } from './layer-filters.ts'
import { runExportCommand } from './run-command.ts'

export const exportImagesCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('images').description('Export the metadata of images, without positions'),
  )
  const extended = addImageOption(command, 'Add the details of the images')
  return addBoxOfOption(addFilterOptions(extended, LAYER_FILTERS.images, 'images')).action(
    (file, flags) => runExportCommand(cli, ['images'], file, flags),
  )
}
