import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank, parsePositiveInteger } from '../../../option-parsers.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  osmId?: number
}

async function runRevokeStaff(cli: Cli, username: string, options: Options): Promise<void> {
  const { revokeStaff } = await import('../../../../core/actions/revoke-staff.ts')
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
    .addOption(
      new Option('--osm-id <number>', 'Number of the account, if several have the name').argParser(
        parsePositiveInteger,
      ),
    )
    .addOption(createDataOption())
    .action((name, options) => runRevokeStaff(cli, name, options))
