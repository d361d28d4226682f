import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../terminal/output.ts'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { readIds } from '../../options/read-ids.ts'

interface Change {
  method: 'PUT' | 'DELETE'
  state: 'resolved' | 'open'
}

async function runChangeFlags(
  cli: Cli,
  given: readonly string[],
  { method, state, ...options }: Placed<Change>,
): Promise<void> {
  const ids = await readIds(cli, given)
  await withApi(cli, options, async (api) => {
    for (const id of ids) {
      const request = { method, path: `/api/v2/flags/${id}/resolved/` }
      await sendInTurn(cli, api, request)
    }
  })
  const rows = ids.map((id) => ({ id, state }))
  print(cli, rows, ['id', 'state'])
}

export const resolveFlagsCommand: CommandFactory = (cli) =>
  new Command('resolve')
    .description('Resolve reports')
    .argument('<id...>', 'Ids of the reports, or - to read them from standard input')
    .addOption(createPlaceOption('PUT /api/v2/flags/:id/resolved/'))
    .action((ids, options) =>
      runChangeFlags(cli, ids, { ...options, method: 'PUT', state: 'resolved' }),
    )

export const reopenFlagsCommand: CommandFactory = (cli) =>
  new Command('reopen')
    .description('Open resolved reports again')
    .argument('<id...>', 'Ids of the reports, or - to read them from standard input')
    .addOption(createPlaceOption('DELETE /api/v2/flags/:id/resolved/'))
    .action((ids, options) =>
      runChangeFlags(cli, ids, { ...options, method: 'DELETE', state: 'open' }),
    )
