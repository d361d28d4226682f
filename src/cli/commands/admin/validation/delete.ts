import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDryRunOption } from '../confirm-deletion.ts'
import { deleteContributions, type DeleteOptions } from '../contributions/delete-contributions.ts'
import { createDataOption } from '../with-catalog.ts'

async function runDeleteValidations(
  cli: Cli,
  ids: readonly string[],
  options: DeleteOptions,
): Promise<void> {
  const { deleteValidation } =
    await import('../../../../core/writes/validations/delete-validation.ts')
  await deleteContributions(cli, options, {
    ids,
    noun: 'validation',
    table: 'validation',
    remove: (tx, id, context) => deleteValidation(tx, { id }, context),
  })
}

export const deleteValidationsCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete validations')
    .argument('<id...>', 'Ids, or - for the lines of standard input')
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((ids, options) => runDeleteValidations(cli, ids, options))
