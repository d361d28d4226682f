import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank, parsePositiveInteger } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { hintEnsuredStaff, logEnsuredStaff, presentEnsuredStaff } from './ensured-staff.ts'
import type { UserOptions } from '../../user/index.ts'

async function runEnsureStaff(
  cli: Cli,
  username: string,
  options: UserOptions & DataOption,
): Promise<void> {
  const { ensureStaff } = await import('../../../../core/writes/users/ensure-staff.ts')
  const ensured = await withCatalog(
    cli,
    options,
    async ({ write, clock }, { actor, securityLog }) => {
      const whom = { username, osmId: options.osmId }
      const ensured = await write((tx) => ensureStaff(tx, whom, { actor, now: clock.now() }))
      await logEnsuredStaff(securityLog, ensured)
      return ensured
    },
  )
  printRecord(cli, presentEnsuredStaff(ensured))
  hintEnsuredStaff(cli, ensured)
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
