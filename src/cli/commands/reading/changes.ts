import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { parseInterval } from '../../options/option-parsers.ts'
import { printParts } from '../../terminal/output.ts'

const COLUMNS = ['changed_at', 'type', 'id', 'state', 'cursor']

export const changesCommand: CommandFactory = (cli) =>
  new Command('changes')
    .description(
      'List what changed, was hidden or was deleted for everyone, the oldest change first',
    )
    .option(
      '--after <cursor>',
      'Only changes after the one that an earlier run listed with this cursor',
    )
    .option('--follow', 'Wait for new changes, and print them as they occur')
    .option('--interval <seconds>', 'Time between two requests of --follow', parseInterval, 10)
    .action(async ({ after, interval, ...flags }) => {
      const { openReadingApi } = await import('../../reading/open-reading-api.ts')
      const { createChangeReader } = await import('../../reading/read-changes.ts')
      const { follow, requireStream } = await import('../../reading/follow.ts')
      if (flags.follow) requireStream(cli)
      const read = createChangeReader(cli, await openReadingApi(cli), after)
      await printParts(cli, flags.follow ? follow(cli, interval, read) : read(), COLUMNS)
    })
