import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

interface Options extends DataOption {
  staff?: true
}

async function runAddDevUser(cli: Cli, name: string, options: Options): Promise<void> {
  const { addDevUser } = await import('../../../../core/writes/users/add-dev-user.ts')
  const given = { name, isStaff: options.staff ?? false }
  const user = await withCatalog(cli, options, ({ write, clock }, { actor }) =>
    write((tx) => addDevUser(tx, given, { actor, now: clock.now() })),
  )
  printRecord(cli, { id: user.id, username: user.username, staff: user.is_staff === 1 })
  hint(cli, 'Only a development server lets this user sign in: catalog serve --dev')
}

export const addDevUserCommand: CommandFactory = (cli) =>
  new Command('add-dev')
    .description('Add a user without an OpenStreetMap account, for development')
    .argument('<name>', 'Name of the user')
    .option('--staff', 'Make the user staff')
    .addOption(createDataOption())
    .action((name, options) => runAddDevUser(cli, name, options))
