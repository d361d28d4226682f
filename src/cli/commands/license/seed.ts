import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/errors.ts'
import { COMMON_LICENSES } from '../../../core/model/common-licenses.ts'
import type { Cli } from '../../cli.ts'
import { hint, print } from '../../output.ts'
import {
  createPlaceOption,
  withApi,
  type Placed,
  type PlacedFactory,
} from '../../client/with-api.ts'

async function runSeedLicenses(cli: Cli, options: Placed): Promise<void> {
  const { license } = await import('../../../core/contract/license.ts')
  const added = await withApi(cli, options, async (api) => {
    const rows = []
    for (const body of COMMON_LICENSES) {
      const request = { method: 'POST', path: '/api/v2/licenses/', body } as const
      const row = await api.send(request, license).catch(ignoreExisting)
      if (row) rows.push(row)
    }
    return rows
  })
  print(cli, added, ['id', 'name', 'display_name'])
  hint(cli, `${added.length} added, ${COMMON_LICENSES.length - added.length} already existed.`)
}

function ignoreExisting(error: unknown): undefined {
  if (!(error instanceof CatalogError && error.kind === 'conflict')) throw error
}

export const seedLicensesCommand: PlacedFactory = (place) => (cli) =>
  new Command('seed')
    .description('Add the common Creative Commons licenses and rights statements')
    .addOption(createPlaceOption(place))
    .action((options) => runSeedLicenses(cli, { place, ...options }))
