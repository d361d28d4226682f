import { Command, Option } from '@commander-js/extra-typings'
import { readResults } from '../../client/read-results.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { print } from '../../terminal/output.ts'

interface Options {
  limit: number
}

async function runListFlags(cli: Cli, options: Placed<Options>): Promise<void> {
  const { flagPage: schema } = await import('../../../core/contract/flag.ts')
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
}

export const listFlagsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the reports that staff have not resolved, oldest first')
    .addOption(
      new Option('--limit <number>', 'List at most this many')
        .argParser(parsePositiveInteger)
        .default(100),
    )
    .addOption(createPlaceOption())
    .action((options) => runListFlags(cli, options))
