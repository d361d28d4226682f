import { Command } from '@commander-js/extra-typings'
import { requireYes } from '../../terminal/confirm.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { findId } from '../../reading/find-id.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { deleteObject } from '../../client/delete-object.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { createDryRunOption } from '../../terminal/confirm-deletion.ts'

interface Options {
  dryRun?: true
}

async function runRemoveLicense(cli: Cli, named: string, options: Placed<Options>): Promise<void> {
  const isDryRun = options.dryRun === true
  if (!isDryRun) requireYes(cli, 'Removing a license')
  const { license } = await import('../../../core/contract/license.ts')
  await withApi(cli, options, async (api) => {
    const path = `/api/v2/licenses/${await findId(api, RESOURCES.license, named)}/`
    const { id, name } = await api.get(path, license)
    const what = `the license ${name}`
    await deleteObject(cli, api, { path, what, record: { id, name }, verb: 'remove', isDryRun })
  })
}

export const removeLicenseCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Remove a license that no image has')
    .argument('<name>', 'Name of the license')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/licenses/:id/'))
    .action((named, options) => runRemoveLicense(cli, named, options))
