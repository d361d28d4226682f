import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

async function runRebuildActivity(cli: Cli, options: DataOption): Promise<void> {
  const { rebuildActivity } = await import('../../../../core/writes/feed/rebuild.ts')
  const events = await withCatalog(cli, options, ({ write }) => write(rebuildActivity))
  printRecord(cli, { events })
}

export const rebuildActivityCommand: CommandFactory = (cli) =>
  new Command('rebuild')
    .description('Rebuild the activity feed with the current milestones')
    .addOption(createDataOption())
    .action((options) => runRebuildActivity(cli, options))
