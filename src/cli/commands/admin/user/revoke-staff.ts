import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { notBlank, wholeNumber } from '../../../option-types.ts'
import { printRecord } from '../../../output.ts'
import { dataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  osmId?: number
}

async function runRevokeStaff(cli: Cli, username: string, options: Options): Promise<void> {
  const { revokeStaff } = await import('../../../../core/actions/revoke-staff.ts')
  const { staffRevoked } = await import('../../../../core/auth/security-events.ts')
  const revoked = await withCatalog(cli, options, async ({ write }, securityLog) => {
    const revoked = await write((tx) => revokeStaff(tx, { username, osmId: options.osmId }))
    const isUser = revoked.state === 'not_staff'
    staffRevoked(securityLog, isUser ? { user: revoked.id } : { name: revoked.username })
    return revoked
  })
  printRecord(cli, revoked)
}

export const revokeStaffCommand: CommandFactory = (cli) =>
  new Command('revoke-staff')
    .description('make somebody an ordinary contributor again, or take back the promise')
    .argument('<name>', 'name of the OpenStreetMap account', notBlank)
    .addOption(
      new Option(
        '--osm-id <number>',
        'number of the account, where several bear the name',
      ).argParser(wholeNumber),
    )
    .addOption(dataOption())
    .action((name, options) => runRevokeStaff(cli, name, options))
