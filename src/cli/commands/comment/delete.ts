import { Command } from '@commander-js/extra-typings'
import { deleteEach } from '../../client/delete-each.ts'
import { createPlaceOption } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { createDryRunOption } from '../../terminal/confirm-deletion.ts'

export const deleteCommentsCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete comments')
    .argument('<id...>', 'Ids, or - for the lines of standard input')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/comments/:id/'))
    .action((ids, options) =>
      deleteEach(cli, { ...options, ids, noun: 'comment', path: '/api/v2/comments/' }),
    )
