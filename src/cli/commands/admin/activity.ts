import { Command } from '@commander-js/extra-typings'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'
import { printRecord } from '../../terminal/output.ts'

const rebuildActivityCommand: CommandFactory = (cli) =>
  new Command('rebuild')
    .description('Rebuild the activity feed with the current milestones')
    .addOption(createDataOption())
    .action(async (options) => {
      const { rebuildActivity } = await import('../../../core/writes/feed/rebuild.ts')
      const events = await withCatalog(cli, options, ({ write }) => write(rebuildActivity))
      printRecord(cli, { events })
    })

export const activityCommands = createCommandGroup('activity', 'Manage the activity feed', [
  rebuildActivityCommand,
])
