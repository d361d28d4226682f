import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'

interface Options {
  collection: string
}

async function runHideFlagged(cli: Cli, id: number, options: Placed<Options>): Promise<void> {
  const { resolveName } = await import('../../client/resolve-filters.ts')
  const collection = await withApi(cli, options, async (api) => {
    const collection = Number(await resolveName(api, 'collection', options.collection))
    const path = `/api/v2/flags/${id}/hide/`
    await api.send({ method: 'POST', path, body: { collection } })
    return collection
  })
  printRecord(cli, { id, state: 'resolved', collection })
}

export const hideFlaggedCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Move a reported image to a hidden collection, and resolve the report')
    .argument('<id>', 'Id of the report', parsePositiveInteger)
    .requiredOption('--collection <id or slug>', 'Collection that is not public')
    .addOption(createPlaceOption('POST /api/v2/flags/:id/hide/'))
    .action((id, options) => runHideFlagged(cli, id, options))
