import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'
import { findPerson } from './find-person.ts'
import { createOsmIdOption, type UserOptions } from './osm-id-option.ts'

interface Options extends UserOptions {
  reason?: string
}

async function runSuspendUser(cli: Cli, username: string, options: Placed<Options>): Promise<void> {
  const { suspension } = await import('../../../core/contract/moderation.ts')
  const body = { reason: options.reason }
  const suspended = await withApi(cli, options, async (api) => {
    const { id } = await findPerson(api, username, options)
    return api.send({ method: 'PUT', path: `/api/v2/users/${id}/suspension/`, body }, suspension)
  })
  const { user_id: id, suspended_at: since, reason } = suspended
  printRecord(cli, { id, username, state: 'suspended', since, reason: reason || null })
}

export const suspendUserCommand: CommandFactory = (cli) =>
  new Command('suspend')
    .description('Suspend a user, who can then read, but not change anything')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .option('--reason <text>', 'Why, for the user and for staff', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createPlaceOption('PUT /api/v2/users/:id/suspension/'))
    .action((name, options) => runSuspendUser(cli, name, options))
