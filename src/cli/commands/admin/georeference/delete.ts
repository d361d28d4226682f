import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDryRunOption } from '../confirm-deletion.ts'
import { deleteContributions, type DeleteOptions } from '../contributions/delete-contributions.ts'
import { createDataOption } from '../with-catalog.ts'

interface Options extends DeleteOptions {
  fromAbove?: true
}

async function runDeleteGeoreferences(
  cli: Cli,
  ids: readonly string[],
  options: Options,
): Promise<void> {
  const { removeGeoreference } =
    await import('../../../../core/writes/georeferences/delete-georeference.ts')
  const table = options.fromAbove ? 'from_above_georeference' : 'georeference'
  await deleteContributions(cli, options, {
    ids,
    noun: 'georeference',
    table,
    remove: (tx, id, context) => removeGeoreference(tx, { table, id }, context),
  })
}

export const deleteGeoreferencesCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete georeferences with their validations')
    .argument('<id...>', 'Ids, or - for the lines of standard input')
    .option('--from-above', 'The ids are those of polygons instead of points')
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((ids, options) => runDeleteGeoreferences(cli, ids, options))
