import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { createOsmIdOption, type UserOptions } from '../../user/index.ts'

async function runRevokeStaff(
  cli: Cli,
  username: string,
  options: UserOptions & DataOption,
): Promise<void> {
  const { revokeStaff } = await import('../../../../core/writes/users/revoke-staff.ts')
  const { logStaffRevoked } = await import('../../../../core/auth/security-events.ts')
  const revoked = await withCatalog(
    cli,
    options,
    async ({ write, clock }, { actor, securityLog }) => {
      const context = { actor, now: clock.now() }
      const whom = { username, osmId: options.osmId }
      const revoked = await write((tx) => revokeStaff(tx, whom, context))
      const isUser = revoked.state === 'not_staff'
      logStaffRevoked(securityLog, isUser ? { user: revoked.id } : { name: revoked.username })
      return revoked
    },
  )
  printRecord(cli, revoked)
}

export const revokeStaffCommand: CommandFactory = (cli) =>
  new Command('revoke-staff')
    .description('Remove the staff role from a user, or withdraw a staff invitation')
    .argument('<name>', 'Name of the OpenStreetMap account', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDataOption())
    .action((name, options) => runRevokeStaff(cli, name, options))
