import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { tellWhatRemains } from '../set-public.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { presentCollection } from './present-collection.ts'
import { createSourceOption, type CollectionOptions } from './source-option.ts'

interface Options extends CollectionOptions {
  to: string
}

async function runMoveCollection(cli: Cli, named: string, options: Options): Promise<void> {
  const { moveCollection } = await import('../../../../core/actions/move-collection.ts')
  const { getCollectionId } = await import('../../../../core/queries/collection-id.ts')
  const { getHostCollection } = await import('../../../../core/queries/host-collections.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  const moved = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const id = await getCollectionId(reads, named, options.source)
    const sourceId = await getSourceId(reads, options.to)
    await write((tx) => moveCollection(tx, { id, sourceId }, { actor, now: clock.now() }))
    return getHostCollection(reads, id)
  })
  printRecord(cli, presentCollection(moved))
  if (moved.public === 1 && moved.source_public === 0) tellWhatRemains(cli)
}

export const moveCollectionCommand: CommandFactory = (cli) =>
  new Command('move')
    .description('Move a collection with its images to another source')
    .argument('<id or slug>', 'Collection to move')
    .requiredOption('--to <id or slug>', 'Source that it belongs to from now on')
    .addOption(createSourceOption())
    .addOption(createDataOption())
    .action((named, options) => runMoveCollection(cli, named, options))
