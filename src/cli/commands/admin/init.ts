import { Command } from '@commander-js/extra-typings'
import type { Tx } from '../../../core/database/store.ts'
import type { AuditContext } from '../../../core/audit/record-audit.ts'
import { invalid } from '../../../core/base/errors.ts'
import { COMMON_LICENSES } from '../../../core/model/common-licenses.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseNonBlank, parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint, printRecord } from '../../terminal/output.ts'
import { hintEnsuredStaff, logEnsuredStaff } from './user/ensured-staff.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'

interface Options extends DataOption {
  staff?: string
  osmId?: number
  siteName?: string
}

async function runInit(cli: Cli, options: Options): Promise<void> {
  const { staff, osmId, siteName } = options
  if (osmId !== undefined && staff === undefined) throw invalid('--osm-id', 'requires --staff')
  const { parseSetting } = await import('../../../core/contract/settings.ts')
  const { ensureStaff, requireUsername } =
    await import('../../../core/writes/users/ensure-staff.ts')
  const { writeSetting } = await import('../../../core/writes/settings.ts')
  const name = siteName === undefined ? undefined : parseSetting('site_name', siteName)
  if (staff !== undefined) requireUsername(staff)
  await withCatalog(
    cli,
    options,
    async ({ config, write, clock }, { actor, securityLog, isNew }) => {
      const { licenses, ensured } = await write(async (tx) => {
        const context = { actor, now: clock.now() }
        if (name !== undefined) await writeSetting(tx, { name: 'site_name', value: name }, context)
        const whom = staff === undefined ? undefined : { username: staff, osmId }
        const ensured = whom && (await ensureStaff(tx, whom, context))
        return { licenses: await seedIfNone(tx, context), ensured }
      })
      if (ensured) await logEnsuredStaff(securityLog, ensured)
      printRecord(cli, {
        data: config.data,
        created: isNew,
        licenses_added: licenses,
        staff: ensured?.state ?? null,
      })
      if (ensured) hintEnsuredStaff(cli, ensured)
      if (isNew) hint(cli, ['Start the server with:', `  catalog serve --data ${config.data}`])
    },
    { create: true },
  )
}

/** Adds the common licenses if there are none, so that removed ones do not return. */
async function seedIfNone(tx: Tx, context: AuditContext): Promise<number> {
  const { insertLicense } = await import('../../../core/writes/licenses.ts')
  const { listLicenses } = await import('../../../core/queries/sources/licenses.ts')
  if ((await listLicenses(tx)).length > 0) return 0
  for (const license of COMMON_LICENSES) await insertLicense(tx, license, context)
  return COMMON_LICENSES.length
}

export const initCommand: CommandFactory = (cli) =>
  new Command('init')
    .description('Create a catalog with its keys and the common licenses, or complete one')
    .option('--site-name <name>', 'Name of the catalog')
    .option(
      '--staff <name>',
      'Make this OpenStreetMap user staff, now or at their first sign-in',
      parseNonBlank,
    )
    .option('--osm-id <number>', 'Number of the account of --staff', parsePositiveInteger)
    .addOption(createDataOption())
    .action((options) => runInit(cli, options))
