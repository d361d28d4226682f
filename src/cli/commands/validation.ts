import { Command } from '@commander-js/extra-typings'
import { deleteEach } from '../client/delete-each.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createPlaceOption } from '../host/with-api.ts'
import { createDryRunOption } from '../terminal/confirm.ts'

export const deleteValidationsCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete validations')
    .argument('<id...>', 'Ids, or - for the lines of standard input')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/validations/:id/'))
    .action((ids, options) =>
      deleteEach(cli, { ...options, ids, noun: 'validation', path: '/api/v2/validations/' }),
    )

export const validationCommands = createCommandGroup('validation', 'Delete validations', [
  deleteValidationsCommand,
])
