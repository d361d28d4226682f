import { Command } from '@commander-js/extra-typings'
import { COMMON_LICENSES } from '../../../../core/model/common-licenses.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

async function runSeedLicenses(cli: Cli, options: DataOption): Promise<void> {
  const { addLicense } = await import('../../../../core/actions/add-license.ts')
  const added = await withCatalog(cli, options, ({ write, clock }, { actor }) =>
    write(async (tx) => {
      const rows = []
      for (const license of COMMON_LICENSES) {
        const row = await addLicense(tx, license, { actor, now: clock.now() })
        if (row) rows.push({ ...row, ...license })
      }
      return rows
    }),
  )
  print(cli, added, ['id', 'name', 'display_name'])
  hint(cli, `${added.length} added, ${COMMON_LICENSES.length - added.length} already existed.`)
}

export const seedLicensesCommand: CommandFactory = (cli) =>
  new Command('seed')
    .description('Add the common Creative Commons licenses and rights statements')
    .addOption(createDataOption())
    .action((options) => runSeedLicenses(cli, options))
