import { Command } from '@commander-js/extra-typings'
import { requireYes } from '../../../confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { confirmDeletion, createDryRunOption } from '../confirm-deletion.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { createSourceOption, type CollectionOptions } from './source-option.ts'

interface Options extends CollectionOptions {
  dryRun?: true
}

async function runDeleteCollection(cli: Cli, named: string, options: Options): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Deleting a collection')
  const { deleteCollection, requireEmptyCollection } =
    await import('../../../../core/actions/delete-collection.ts')
  const { getCollectionId } = await import('../../../../core/queries/collection-id.ts')
  const { getHostCollection } = await import('../../../../core/queries/host-collections.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const id = await getCollectionId(reads, named, options.source)
    const { slug, name, source_slug: source } = await getHostCollection(reads, id)
    await requireEmptyCollection(reads, id, clock.now())
    if (options.dryRun) return printRecord(cli, { id, slug, name, source, state: 'would_delete' })
    if (!(await confirmDeletion(cli, `the collection ${name}`))) return
    await write((tx) => deleteCollection(tx, id, { actor, now: clock.now() }))
    printRecord(cli, { id, slug, name, source, state: 'deleted' })
  })
}

export const deleteCollectionCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete a collection without images')
    .argument('<id or slug>', 'Collection to delete')
    .addOption(createSourceOption())
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((named, options) => runDeleteCollection(cli, named, options))
