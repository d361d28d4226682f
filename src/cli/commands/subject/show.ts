import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'

async function runShowSubject(cli: Cli, named: string, options: Placed): Promise<void> {
  const { getRecord } = await import('./get-record.ts')
  printRecord(cli, await withApi(cli, options, (api) => getRecord(api, named)))
}

export const showSubjectCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a subject and the numbers of its images and geometries')
    .argument('<subject>', 'Id, slug or Wikidata item')
    .addOption(createPlaceOption())
    .action((named, options) => runShowSubject(cli, named, options))
