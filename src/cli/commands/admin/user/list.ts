import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/clock.ts'
import { listNonAsciiCodePoints } from '../../../../core/model/text.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

async function runListUsers(cli: Cli, options: DataOption): Promise<void> {
  const { listAccounts } = await import('../../../../core/queries/users.ts')
  const { users, invited } = await withCatalog(cli, options, ({ reads }) => listAccounts(reads))
  const rows = [
    ...users.map(({ id, username, is_staff, created_at }) => ({
      id,
      username,
      code_points: listNonAsciiCodePoints(username),
      staff: is_staff === 1,
      since: formatTimestamp(created_at),
    })),
    ...invited.map(({ username, expires_at }) => ({
      id: null,
      username,
      code_points: listNonAsciiCodePoints(username),
      staff: `at first sign-in, until ${formatTimestamp(expires_at)}`,
      since: null,
    })),
  ]
  print(cli, rows, ['id', 'username', 'code_points', 'staff', 'since'])
}

export const listUsersCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List users and pending staff invitations')
    .addOption(createDataOption())
    .action((options) => runListUsers(cli, options))
