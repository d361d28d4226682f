import { Command } from '@commander-js/extra-typings'
import { deleteEach } from '../client/delete-each.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createPlaceOption } from '../host/with-api.ts'
import { createDryRunOption } from '../terminal/confirm.ts'

export const deleteGeoreferencesCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete georeferences with their validations')
    .argument('<id...>', 'Ids, or - for the lines of standard input')
    .option('--from-above', 'The ids are those of polygons instead of points')
    .addOption(createDryRunOption())
    .addOption(
      createPlaceOption(
        'DELETE /api/v2/georeferences/:id/',
        'DELETE /api/v2/from-above-georeferences/:id/',
      ),
    )
    .action((ids, { fromAbove, ...options }) => {
      const path = `/api/v2/${fromAbove ? 'from-above-' : ''}georeferences/`
      return deleteEach(cli, { ...options, ids, noun: 'georeference', path })
    })

export const georeferenceCommands = createCommandGroup('georeference', 'Delete georeferences', [
  deleteGeoreferencesCommand,
])
