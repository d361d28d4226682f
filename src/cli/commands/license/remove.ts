import { Command } from '@commander-js/extra-typings'
import { requireYes } from '../../confirm.ts'
import type { Cli } from '../../cli.ts'
import { printRecord } from '../../output.ts'
import { findId } from '../../reading/find-id.ts'
import { RESOURCES } from '../../reading/resources.ts'
import {
  createPlaceOption,
  withApi,
  type Placed,
  type PlacedFactory,
} from '../../client/with-api.ts'
import { confirmDeletion, createDryRunOption } from '../admin/confirm-deletion.ts'

interface Options {
  dryRun?: true
}

async function runRemoveLicense(cli: Cli, named: string, options: Placed<Options>): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Removing a license')
  const { z } = await import('zod')
  const { license } = await import('../../../core/contract/license.ts')
  await withApi(cli, options, async (api) => {
    const path = `/api/v2/licenses/${await findId(api, RESOURCES.license, named)}/`
    const { id, name } = await api.get(path, license)
    const remove = (query: string) =>
      api.send({ method: 'DELETE', path: path + query }, z.undefined())
    await remove('?dry_run=true')
    if (options.dryRun) return printRecord(cli, { id, name, state: 'would_remove' })
    if (!(await confirmDeletion(cli, `the license ${name}`))) return
    await remove('')
    printRecord(cli, { id, name, state: 'removed' })
  })
}

export const removeLicenseCommand: PlacedFactory = (place) => (cli) =>
  new Command('remove')
    .description('Remove a license that no image has')
    .argument('<name>', 'Name of the license')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption(place))
    .action((named, options) => runRemoveLicense(cli, named, { place, ...options }))
