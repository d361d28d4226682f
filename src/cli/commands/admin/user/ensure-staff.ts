import { Command, Option } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/clock.ts'
import { listNonAsciiCodePoints } from '../../../../core/model/text.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank, parsePositiveInteger } from '../../../option-parsers.ts'
import { formatTime } from '../../../format.ts'
import { hint, printRecord } from '../../../output.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import type { UserOptions } from './osm-id-option.ts'

async function runEnsureStaff(cli: Cli, username: string, options: UserOptions): Promise<void> {
  const { ensureStaff } = await import('../../../../core/actions/ensure-staff.ts')
  const events = await import('../../../../core/auth/security-events.ts')
  const ensured = await withCatalog(
    cli,
    options,
    async ({ write, clock }, { actor, securityLog }) => {
      const whom = { username, osmId: options.osmId }
      const ensured = await write((tx) => ensureStaff(tx, whom, { actor, now: clock.now() }))
      if (ensured.state === 'staff') events.logStaffGranted(securityLog, ensured.id)
      else events.logStaffInvited(securityLog, ensured.username)
      return ensured
    },
  )
  const codePoints = listNonAsciiCodePoints(ensured.username)
  printRecord(cli, {
    ...ensured,
    ...(ensured.state === 'invited' && { expires_at: formatTimestamp(ensured.expires_at) }),
    code_points: codePoints,
  })
  if (codePoints !== null) hint(cli, formatLookAlikeWarning(ensured.username, codePoints))
  if (ensured.state === 'invited') {
    const until = formatTime(formatTimestamp(ensured.expires_at))
    hint(
      cli,
      `${username} has not signed in yet, and becomes staff at the first sign-in before ${until}.`,
    )
  }
}

function formatLookAlikeWarning(username: string, codePoints: string): string {
  return `${username} contains characters outside ASCII (${codePoints}). Compare it with the account's page, or specify the account with --osm-id.`
}

export const ensureStaffCommand: CommandFactory = (cli) =>
  new Command('ensure-staff')
    .description('Make a user staff, now or at their first sign-in; the name must match exactly')
    .argument('<name>', 'Name of the OpenStreetMap account', parseNonBlank)
    .addOption(
      new Option(
        '--osm-id <number>',
        'Number of the account, which stays the same when it is renamed',
      ).argParser(parsePositiveInteger),
    )
    .addOption(createDataOption())
    .action((name, options) => runEnsureStaff(cli, name, options))
