import { Command } from '@commander-js/extra-typings'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../options/option-parsers.ts'
import { printRecord, tell } from '../../../terminal/output.ts'
import { createDryRunOption } from '../../../terminal/confirm-deletion.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { createOsmIdOption, type UserOptions } from '../../user/index.ts'

interface Options extends UserOptions, DataOption {
  dryRun?: true
}

async function runForgetUser(cli: Cli, username: string, options: Options): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Forgetting a user')
  const { forgetUser } = await import('../../../../core/writes/users/forget-user.ts')
  const { findUserId, getUserDetail } =
    await import('../../../../core/queries/people/host-users.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor, securityLog }) => {
    const id = await findUserId(reads, { username, osmId: options.osmId })
    const { sessions, authorizations } = await getUserDetail(reads, id)
    const result = { id, sessions, authorizations }
    if (options.dryRun) return printRecord(cli, { ...result, state: 'would_be_forgotten' })
    const question = `Forget ${username}, and end all sign-ins and tokens? Contributions stay, as those of a former contributor.`
    if (!(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
    await write((tx) => forgetUser(tx, id, { actor, now: clock.now() }))
    const { logUserForgotten } = await import('../../../../core/auth/security-events.ts')
    logUserForgotten(securityLog, { user: id, sessions, authorizations })
    printRecord(cli, { ...result, state: 'forgotten' })
  })
}

export const forgetUserCommand: CommandFactory = (cli) =>
  new Command('forget')
    .description(
      'Erase the account of a user; contributions stay, as those of a former contributor',
    )
    .argument('<name>', 'Name of the user', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((name, options) => runForgetUser(cli, name, options))
