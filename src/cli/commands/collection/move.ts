import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { tellWhatRemains } from '../../client/set-public.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { printRecord } from '../../terminal/output.ts'
import { createSourceOption, type SourceOption } from './source-option.ts'

interface Options extends SourceOption {
  to: string
}

async function runMoveCollection(cli: Cli, named: string, options: Placed<Options>): Promise<void> {
  const { z } = await import('zod')
  const { getSource } = await import('../source/describe-source.ts')
  const { createDescriber, getCollection } = await import('./describe-collection.ts')
  const moved = await withApi(cli, options, async (api) => {
    const { path } = await getCollection(api, named, options.source)
    const { id: source } = await getSource(api, options.to)
    const request = { method: 'POST', path: `${path}move/`, body: { source } } as const
    return createDescriber(api)(await api.send(request, z.unknown()))
  })
  printRecord(cli, moved)
  if (moved.public && !moved.visible) tellWhatRemains(cli)
}

export const moveCollectionCommand: CommandFactory = (cli) =>
  new Command('move')
    .description('Move a collection with its images to another source')
    .argument('<id or slug>', 'Collection to move')
    .requiredOption('--to <id or slug>', 'Source that it belongs to from now on')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('POST /api/v2/collections/:id/move/'))
    .action((named, options) => runMoveCollection(cli, named, options))
