import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseInterval } from '../../options/option-parsers.ts'
import { printParts } from '../../terminal/output.ts'

const COLUMNS = ['changed_at', 'type', 'id', 'state', 'cursor']

interface ChangesFlags {
  after?: string
  follow?: true
  interval: number
}

async function runChanges(cli: Cli, { after, interval, ...flags }: ChangesFlags): Promise<void> {
  const { openReadingApi } = await import('../../reading/open-reading-api.ts')
  const { createChangeReader } = await import('../../reading/read-changes.ts')
  const { follow, requireStream } = await import('../../reading/follow.ts')
  if (flags.follow) requireStream(cli)
  const read = createChangeReader(cli, await openReadingApi(cli), after)
  await printParts(cli, flags.follow ? follow(cli, interval, read) : read(), COLUMNS)
}

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
    .addOption(
      new Option('--interval <seconds>', 'Time between two requests of --follow')
        .default(10)
        .argParser(parseInterval),
    )
    .action((flags) => runChanges(cli, flags))
