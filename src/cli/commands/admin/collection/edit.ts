import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { selectEdits, type EditOptions } from '../edit-options.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { presentCollection } from './present-collection.ts'
import { createSourceOption, type CollectionOptions } from './source-option.ts'

async function runEditCollection(
  cli: Cli,
  named: string,
  options: EditOptions & CollectionOptions,
): Promise<void> {
  const { collectionEdit } = await import('../../../../core/contract/edit-source.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { editCollection } = await import('../../../../core/actions/edit-source.ts')
  const { getCollectionId } = await import('../../../../core/queries/collection-id.ts')
  const { getHostCollection } = await import('../../../../core/queries/host-collections.ts')
  const edit = parseFields(collectionEdit, selectEdits(options))
  const collection = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const id = await getCollectionId(reads, named, options.source)
    await write((tx) => editCollection(tx, id, edit, { actor, now: clock.now() }))
    return getHostCollection(reads, id)
  })
  printRecord(cli, presentCollection(collection))
}

export const editCollectionCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a collection; other members stay as they are')
    .argument('<id or slug>', 'Collection to change')
    .option('--name <name>', 'Name of the collection')
    .option('--slug <slug>', 'Slug for addresses')
    .option('--site-url <address>', 'Page on the website of the archive; "" removes it')
    .option('--description <text>', 'Description; "" removes it')
    .addOption(createSourceOption())
    .addOption(createDataOption())
    .action((named, options) => runEditCollection(cli, named, options))
