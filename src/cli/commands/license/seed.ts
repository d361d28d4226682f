import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import { COMMON_LICENSES } from '../../../core/model/common-licenses.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { hint, print } from '../../terminal/output.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'

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

export const seedLicensesCommand: CommandFactory = (cli) =>
  new Command('seed')
    .description('Add the common Creative Commons licenses and rights statements')
    .addOption(createPlaceOption('POST /api/v2/licenses/'))
    .action((options) => runSeedLicenses(cli, options))
