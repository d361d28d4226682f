import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { parseTimestamp, type Micros } from '../../../../core/clock.ts'
import { confirm, requireYes } from '../../../confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { formatCount } from '../../../format.ts'
import { parseNonBlank } from '../../../option-parsers.ts'
import { printRecord, tell } from '../../../output.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { createOsmIdOption, type UserOptions } from './osm-id-option.ts'

interface Options extends UserOptions {
  since: Micros
  dryRun?: true
}

async function runRevertUser(cli: Cli, username: string, options: Options): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Reverting contributions')
  const { revertContributions } =
    await import('../../../../core/writes/revert/revert-contributions.ts')
  const { countContributionsSince, nameCounts } =
    await import('../../../../core/queries/contributions-since.ts')
  const { findUserId } = await import('../../../../core/queries/host-users.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const userId = await findUserId(reads, { username, osmId: options.osmId })
    const contributions = { userId, since: options.since }
    const planned = await countContributionsSince(reads, contributions, Number.MAX_SAFE_INTEGER)
    if (options.dryRun)
      return printRecord(cli, { id: userId, state: 'would_be_reverted', ...nameCounts(planned) })
    const total = Object.values(planned).reduce((sum, count) => sum + count, 0)
    const question = `Revert ${formatCount(total, 'contribution')} of ${username}?`
    if (!(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
    const { counts } = await revertContributions(
      (change) => write((tx) => change(tx, { actor, now: clock.now() })),
      contributions,
      { signal: cli.signal },
    )
    printRecord(cli, { id: userId, state: 'reverted', ...nameCounts(counts) })
  })
}

function parseSince(text: string): Micros {
  const time = parseTimestamp(text)
  if (time !== undefined) return time
  throw new InvalidArgumentError('Must be a time with a time zone, such as 2026-03-01T12:00:00Z.')
}

export const revertUserCommand: CommandFactory = (cli) =>
  new Command('revert')
    .description('Revert the georeferences, validations, comments, tags and subjects of a user')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .addOption(
      new Option('--since <timestamp>', 'Only contributions from this time on')
        .argParser(parseSince)
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'Show what would be reverted, and change nothing')
    .addOption(createOsmIdOption())
    .addOption(createDataOption())
    .action((name, options) => runRevertUser(cli, name, options))
