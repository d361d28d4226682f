import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import { listNonAsciiCodePoints } from '../../../../core/model/text.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../terminal/output.ts'
import { presentSuspension } from './present-suspension.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

async function runListUsers(cli: Cli, options: DataOption): Promise<void> {
  const { listAccounts } = await import('../../../../core/queries/people/users.ts')
  const { listSuspensions } = await import('../../../../core/queries/people/suspensions.ts')
  const [{ users, invited }, suspensions] = await withCatalog(cli, options, async ({ reads }) => [
    await listAccounts(reads),
    await listSuspensions(reads),
  ])
  const suspensionOf = new Map(suspensions.map((suspension) => [suspension.user_id, suspension]))
  const rows = [
    ...users.map(({ id, username, is_staff, created_at }) => ({
      id,
      username,
      code_points: listNonAsciiCodePoints(username),
      staff: is_staff === 1,
      since: formatTimestamp(created_at),
      suspended: suspensionOf.has(id),
      ...presentSuspension(suspensionOf.get(id)),
    })),
    ...invited.map(({ username, expires_at }) => ({
      id: null,
      username,
      code_points: listNonAsciiCodePoints(username),
      staff: `at first sign-in, until ${formatTimestamp(expires_at)}`,
      since: null,
      suspended: false,
      ...presentSuspension(undefined),
    })),
  ]
  print(cli, rows, ['id', 'username', 'code_points', 'staff', 'since', 'suspended'])
}

export const listUsersCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List users and pending staff invitations')
    .addOption(createDataOption())
    .action((options) => runListUsers(cli, options))
