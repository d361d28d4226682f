import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { deleteObject } from '../../client/delete-object.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { requireYes } from '../../terminal/confirm.ts'
import { createDryRunOption } from '../../terminal/confirm-deletion.ts'

interface Options {
  dryRun?: true
}

async function runDeleteSource(cli: Cli, named: string, options: Placed<Options>): Promise<void> {
  const isDryRun = options.dryRun === true
  if (!isDryRun) requireYes(cli, 'Deleting a source')
  const { getSource } = await import('./describe-source.ts')
  await withApi(cli, options, async (api) => {
    const { path, id, slug, name } = await getSource(api, named)
    const record = { id, slug, name }
    const what = `the source ${name}`
    await deleteObject(cli, api, { path, what, record, verb: 'delete', isDryRun })
  })
}

export const deleteSourceCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete a source without collections')
    .argument('<id or slug>', 'Source to delete')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/sources/:id/'))
    .action((named, options) => runDeleteSource(cli, named, options))
