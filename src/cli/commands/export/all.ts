import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { addFilterOptions } from '../../options/filter-options.ts'
import {
  addBoxOfOption,
  addImageOption,
  addOutputOptions,
  addShapeOptions,
} from './export-options.ts'
import { COMMON_FILTERS } from './layer-filters.ts'
import { runExportCommand } from './run-command.ts'

const LAYERS = ['georeferences', 'areas', 'subjects', 'images'] as const

export const exportAllCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('all').description('Export georeferences, areas, subjects and images to one file'),
  )
  const shaped = addShapeOptions(addImageOption(command, 'Add the metadata of the images'))
  return addBoxOfOption(addFilterOptions(shaped, COMMON_FILTERS)).action((file, flags) =>
    runExportCommand(cli, LAYERS, file, flags),
  )
}
