import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../cli.ts'
import { readResults, sendInTurn } from '../client/requests.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createPlaceOption, withApi, type Placed } from '../host/with-api.ts'
import { parsePositiveInteger } from '../options/option-parsers.ts'
import { readIds } from '../options/read-arguments.ts'
import { print, printRecord } from '../terminal/output.ts'

const listFlagsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the reports that staff have not resolved, oldest first')
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, 100)
    .addOption(createPlaceOption())
    .action(async (options) => {
      const { flagPage: schema } = await import('../../core/contract/flag.ts')
      const { limit } = options
      const flags = await withApi(cli, options, (api) =>
        readResults(api, { path: '/api/v2/flags/', query: {}, schema, limit }),
      )
      const rows = flags.map(({ image_id, user, image_public, ...flag }) => ({
        ...flag,
        image: image_id,
        image_public,
        user: user.username,
      }))
      print(cli, rows, ['id', 'image', 'reason', 'user', 'flagged_at'], ['text'])
    })

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

const resolveFlagsCommand: CommandFactory = (cli) =>
  new Command('resolve')
    .description('Resolve reports')
    .argument('<id...>', 'Ids of the reports, or - to read them from standard input')
    .addOption(createPlaceOption('PUT /api/v2/flags/:id/resolved/'))
    .action((ids, options) =>
      runChangeFlags(cli, ids, { ...options, method: 'PUT', state: 'resolved' }),
    )

const reopenFlagsCommand: CommandFactory = (cli) =>
  new Command('reopen')
    .description('Open resolved reports again')
    .argument('<id...>', 'Ids of the reports, or - to read them from standard input')
    .addOption(createPlaceOption('DELETE /api/v2/flags/:id/resolved/'))
    .action((ids, options) =>
      runChangeFlags(cli, ids, { ...options, method: 'DELETE', state: 'open' }),
    )

const hideFlaggedCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Move a reported image to a hidden collection, and resolve the report')
    .argument('<id>', 'Id of the report', parsePositiveInteger)
    .requiredOption('--collection <id or slug>', 'Collection that is not public')
    .addOption(createPlaceOption('POST /api/v2/flags/:id/hide/'))
    .action(async (id, options) => {
      const { resolveName } = await import('../client/resolve-filters.ts')
      const collection = await withApi(cli, options, async (api) => {
        const collection = Number(await resolveName(api, 'collection', options.collection))
        const path = `/api/v2/flags/${id}/hide/`
        await api.send({ method: 'POST', path, body: { collection } })
        return collection
      })
      printRecord(cli, { id, state: 'resolved', collection })
    })

export const flagCommands = createCommandGroup('flag', 'Manage the reports of images', [
  listFlagsCommand,
  resolveFlagsCommand,
  reopenFlagsCommand,
  hideFlaggedCommand,
])
