import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../option-parsers.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { createOsmIdOption, type UserOptions } from './osm-id-option.ts'

async function runReinstateUser(cli: Cli, username: string, options: UserOptions): Promise<void> {
  const { deleteSuspension } = await import('../../../../core/writes/users/suspend-user.ts')
  const { findUserId } = await import('../../../../core/queries/host-users.ts')
  const { logUserReinstated } = await import('../../../../core/auth/security-events.ts')
  const result = await withCatalog(
    cli,
    options,
    async ({ reads, write, clock }, { actor, securityLog }) => {
      const id = await findUserId(reads, { username, osmId: options.osmId })
      const isChanged = await write((tx) => deleteSuspension(tx, id, { actor, now: clock.now() }))
      if (isChanged) logUserReinstated(securityLog, { user: id })
      return { id, username, state: isChanged ? 'reinstated' : 'not_suspended' }
    },
  )
  printRecord(cli, result)
}

export const reinstateUserCommand: CommandFactory = (cli) =>
  new Command('reinstate')
    .description('End the suspension of a user')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDataOption())
    .action((name, options) => runReinstateUser(cli, name, options))
