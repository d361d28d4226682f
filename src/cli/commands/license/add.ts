import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'

interface Options {
  displayName?: string
  permalink?: string
}

async function runAddLicense(cli: Cli, name: string, options: Placed<Options>): Promise<void> {
  const { license } = await import('../../../core/contract/license.ts')
  const { displayName: display_name = name, permalink } = options
  const body = { name, display_name, permalink }
  const request = { method: 'POST', path: '/api/v2/licenses/', body } as const
  printRecord(cli, await withApi(cli, options, (api) => api.send(request, license)))
}

export const addLicenseCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add a license')
    .argument('<name>', 'Name used by imports, such as CC-BY-4.0')
    .option('--display-name <text>', 'Name shown to people (default: the name)')
    .option('--permalink <address>', 'Page that explains the license')
    .addOption(createPlaceOption('POST /api/v2/licenses/'))
    .action((name, options) => runAddLicense(cli, name, options))
