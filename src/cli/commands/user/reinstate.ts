import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'
import { findPerson } from './find-person.ts'
import { createOsmIdOption, type UserOptions } from './osm-id-option.ts'

async function runReinstateUser(
  cli: Cli,
  username: string,
  options: Placed<UserOptions>,
): Promise<void> {
  const { id, suspended_at } = await withApi(cli, options, async (api) => {
    const person = await findPerson(api, username, options)
    const path = `/api/v2/users/${person.id}/suspension/`
    await api.send({ method: 'DELETE', path })
    return person
  })
  printRecord(cli, { id, username, state: suspended_at === null ? 'not_suspended' : 'reinstated' })
}

export const reinstateUserCommand: CommandFactory = (cli) =>
  new Command('reinstate')
    .description('End the suspension of a user')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createPlaceOption('DELETE /api/v2/users/:id/suspension/'))
    .action((name, options) => runReinstateUser(cli, name, options))
