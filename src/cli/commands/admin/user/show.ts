import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import { listNonAsciiCodePoints } from '../../../../core/model/text.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { presentSuspension } from './present-suspension.ts'
import { createOsmIdOption, type UserOptions } from '../../user/index.ts'

async function runShowUser(
  cli: Cli,
  username: string,
  options: UserOptions & DataOption,
): Promise<void> {
  const { findUserId, getUserDetail } =
    await import('../../../../core/queries/people/host-users.ts')
  const { listSuspensions } = await import('../../../../core/queries/people/suspensions.ts')
  const named = { username, osmId: options.osmId }
  const [user, suspension] = await withCatalog(cli, options, async ({ reads }) => {
    const userId = await findUserId(reads, named)
    const [suspension] = await listSuspensions(reads, { userId })
    return [await getUserDetail(reads, userId), suspension] as const
  })
  const { id, is_staff: isStaff, created_at: createdAt, username: name, ...counts } = user
  printRecord(cli, {
    id,
    username: name,
    code_points: listNonAsciiCodePoints(name),
    staff: isStaff === 1,
    since: formatTimestamp(createdAt),
    ...presentSuspension(suspension),
    ...counts,
  })
}

export const showUserCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a user with their contributions and sign-ins')
    .argument('<name>', 'Name of the OpenStreetMap account', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDataOption())
    .action((name, options) => runShowUser(cli, name, options))
