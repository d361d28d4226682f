import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../option-parsers.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { createOsmIdOption, type UserOptions } from './osm-id-option.ts'

interface Options extends UserOptions {
  reason?: string
}

async function runSuspendUser(cli: Cli, username: string, options: Options): Promise<void> {
  const { insertSuspension } = await import('../../../../core/writes/users/suspend-user.ts')
  const { newSuspension } = await import('../../../../core/contract/moderation.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { findUserId } = await import('../../../../core/queries/host-users.ts')
  const { reason = null } = parseFields(newSuspension, { reason: options.reason })
  const { logUserSuspended } = await import('../../../../core/auth/security-events.ts')
  const suspension = await withCatalog(
    cli,
    options,
    async ({ reads, write, clock }, { actor, securityLog }) => {
      const userId = await findUserId(reads, { username, osmId: options.osmId })
      const suspended = await write((tx) =>
        insertSuspension(tx, { userId, reason }, { actor, now: clock.now() }),
      )
      if (suspended.isNew) logUserSuspended(securityLog, { user: userId })
      return suspended.suspension
    },
  )
  printRecord(cli, {
    id: suspension.user_id,
    username,
    state: 'suspended',
    since: formatTimestamp(suspension.suspended_at),
    reason: suspension.reason,
  })
}

export const suspendUserCommand: CommandFactory = (cli) =>
  new Command('suspend')
    .description('Suspend a user, who can then read, but not change anything')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .option('--reason <text>', 'Why, for the user and for staff', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDataOption())
    .action((name, options) => runSuspendUser(cli, name, options))
