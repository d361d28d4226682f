import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  source?: string
}

async function runAnnounceCollection(
  cli: Cli,
  collection: string,
  options: Options,
): Promise<void> {
  const { announceCollection } = await import('../../../../core/actions/announce-collection.ts')
  const { getCollectionId } = await import('../../../../core/queries/collection-id.ts')
  const announced = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const id = await getCollectionId(reads, collection, options.source)
    return write((tx) => announceCollection(tx, id, { actor, now: clock.now() }))
  })
  printRecord(cli, { ...announced, announced_at: formatTimestamp(announced.announced_at) })
}

export const announceCollectionCommand: CommandFactory = (cli) =>
  new Command('announce')
    .description('Announce a collection in the activity feed, once')
    .argument('<id or slug>', 'Collection to announce')
    .option('--source <id or slug>', 'Source of the collection, if several share its slug')
    .addOption(createDataOption())
    .action((collection, options) => runAnnounceCollection(cli, collection, options))
