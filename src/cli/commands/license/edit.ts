import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'
import { findId } from '../../reading/find-id.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { requireEdits } from '../admin/edit-options.ts'

interface Options {
  name?: string
  displayName?: string
  permalink?: string
}

async function runEditLicense(cli: Cli, named: string, options: Placed<Options>): Promise<void> {
  const { license } = await import('../../../core/contract/license.ts')
  const { name, displayName: display_name, permalink } = options
  const members = { name, display_name, permalink }
  const body = requireEdits('edit', members, '--name, --display-name or --permalink')
  const changed = await withApi(cli, options, async (api) => {
    const id = await findId(api, RESOURCES.license, named)
    return api.send({ method: 'PATCH', path: `/api/v2/licenses/${id}/`, body }, license)
  })
  printRecord(cli, changed)
}

export const editLicenseCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a license for all images that have it')
    .argument('<name>', 'Name of the license')
    .option('--name <name>', 'Name used by imports')
    .option('--display-name <text>', 'Name shown to people')
    .option('--permalink <address>', 'Page that explains the license; "" removes it')
    .addOption(createPlaceOption('PATCH /api/v2/licenses/:id/'))
    .action((named, options) => runEditLicense(cli, named, options))
