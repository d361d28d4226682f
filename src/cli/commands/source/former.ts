import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { print, printRecord } from '../../terminal/output.ts'

/** The former `catalog admin source list` and `show`, whose rows have other members than those of the API. */

async function runListSources(cli: Cli, options: Placed): Promise<void> {
  const { readAll } = await import('../../reading/read-pages.ts')
  const { countAll, createDescriber } = await import('./describe-source.ts')
  const rows = await withApi(cli, options, async (api) => {
    const describe = createDescriber(api, await countAll(api))
    return readAll(api, '/api/v2/sources/', { query: {}, describe })
  })
  print(cli, rows, ['id', 'slug', 'name', 'public', 'collections', 'images'])
}

async function runShowSource(cli: Cli, named: string, options: Placed): Promise<void> {
  const { createDescriber, getSource } = await import('./describe-source.ts')
  const shown = await withApi(cli, options, async (api) =>
    createDescriber(api)(await getSource(api, named)),
  )
  printRecord(cli, shown)
}

export const listAllSourcesCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List all sources, hidden ones too')
    .addOption(createPlaceOption())
    .action((options) => runListSources(cli, options))

export const showSourceCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a source')
    .argument('<id or slug>', 'Source to show')
    .addOption(createPlaceOption())
    .action((named, options) => runShowSource(cli, named, options))
