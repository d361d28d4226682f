import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { deleteObject } from '../../client/delete-object.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { requireYes } from '../../terminal/confirm.ts'
import { createDryRunOption } from '../../terminal/confirm-deletion.ts'
import { createSourceOption, type SourceOption } from './source-option.ts'

interface Options extends SourceOption {
  dryRun?: true
}

async function runDeleteCollection(
  cli: Cli,
  named: string,
  options: Placed<Options>,
): Promise<void> {
  const isDryRun = options.dryRun === true
  if (!isDryRun) requireYes(cli, 'Deleting a collection')
  const { getCollection } = await import('./describe-collection.ts')
  await withApi(cli, options, async (api) => {
    const { path, id, slug, name, source } = await getCollection(api, named, options.source)
    const record = { id, slug, name, source: source.slug }
    const what = `the collection ${name}`
    await deleteObject(cli, api, { path, what, record, verb: 'delete', isDryRun })
  })
}

export const deleteCollectionCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete a collection without images')
    .argument('<id or slug>', 'Collection to delete')
    .addOption(createSourceOption())
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/collections/:id/'))
    .action((named, options) => runDeleteCollection(cli, named, options))
