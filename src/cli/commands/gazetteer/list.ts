import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'
import { print } from '../../terminal/output.ts'

async function runListGazetteers(cli: Cli, options: DataOption): Promise<void> {
  const { listGazetteers } = await import('../../../core/queries/gazetteer/list-gazetteers.ts')
  const rows = await withCatalog(cli, options, ({ reads }) => listGazetteers(reads))
  print(
    cli,
    rows.map((row) => ({
      ...row,
      state: row.entries === null ? 'incomplete' : 'complete',
      added_at: formatTimestamp(row.added_at),
    })),
    ['name', 'state', 'entries', 'credit', 'added_at'],
  )
}

export const listGazetteersCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the gazetteers')
    .addOption(createDataOption())
    .action((options) => runListGazetteers(cli, options))
