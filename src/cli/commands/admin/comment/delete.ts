import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDryRunOption } from '../confirm-deletion.ts'
import { deleteContributions, type DeleteOptions } from '../contributions/delete-contributions.ts'
import { createDataOption } from '../with-catalog.ts'

async function runDeleteComments(
  cli: Cli,
  ids: readonly string[],
  options: DeleteOptions,
): Promise<void> {
  const { removeComment } = await import('../../../../core/writes/comments/delete-comment.ts')
  await deleteContributions(cli, options, {
    ids,
    noun: 'comment',
    table: 'comment',
    remove: (tx, id, context) => removeComment(tx, id, context),
  })
}

export const deleteCommentsCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete comments')
    .argument('<id...>', 'Ids, or - for the lines of standard input')
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((ids, options) => runDeleteComments(cli, ids, options))
