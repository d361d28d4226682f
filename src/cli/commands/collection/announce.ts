import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { printRecord } from '../../terminal/output.ts'
import { createSourceOption, type SourceOption } from './source-option.ts'

async function runAnnounceCollection(
  cli: Cli,
  named: string,
  options: Placed<SourceOption>,
): Promise<void> {
  const { announcement } = await import('../../../core/contract/edit-source.ts')
  const { getCollection } = await import('./describe-collection.ts')
  const announced = await withApi(cli, options, async (api) => {
    const { id, name, path } = await getCollection(api, named, options.source)
    const request = { method: 'POST', path: `${path}announce/` } as const
    const { announced_at } = await api.send(request, announcement)
    return { id, name, announced_at }
  })
  printRecord(cli, announced)
}

export const announceCollectionCommand: CommandFactory = (cli) =>
  new Command('announce')
    .description('Announce a collection in the activity feed, once')
    .argument('<id or slug>', 'Collection to announce')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('POST /api/v2/collections/:id/announce/'))
    .action((named, options) => runAnnounceCollection(cli, named, options))
