import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { addFilterOptions } from '../../options/filter-options.ts'
import { addBoxOfOption, addOutputOptions } from './export-options.ts'
import { LAYER_FILTERS } from './layer-filters.ts'
import { runExportCommand } from './run-command.ts'

export const exportSubjectsCommand: CommandFactory = (cli) => {
  const command = addOutputOptions(
    new Command('subjects').description('Export subjects with their outlines'),
  )
  return addBoxOfOption(addFilterOptions(command, LAYER_FILTERS.subjects, 'subjects')).action(
    (file, flags) => runExportCommand(cli, ['subjects'], file, flags),
  )
}
