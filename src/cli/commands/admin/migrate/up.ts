import { Command } from '@commander-js/extra-typings'
import { replaceDatabaseClock, type Clock } from '../../../../core/base/clock.ts'
import type { LoadedConfig } from '../../../../core/config/config.ts'
import type { Migrated, MigrationObserver } from '../../../../core/database/migrated.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { locateCatalog } from '../../../host/locate-catalog.ts'
import { hint, printRecord } from '../../../terminal/output.ts'
import { createDataOption, observeMigration, type DataOption } from '../../../host/with-catalog.ts'

interface Flags extends DataOption {
  force?: true
}

async function runMigrate(cli: Cli, { data, force }: Flags): Promise<void> {
  const { ensureDataFolder } = await import('../../../../core/storage/disk/data-folder.ts')
  const { takeServeLock } = await import('../../../../core/database/locks.ts')
  const { requireCatalog } = await import('../../../../core/catalog/require-catalog.ts')
  const place = await locateCatalog(cli, { data })
  await requireCatalog(place)
  await ensureDataFolder(place.config.data)
  using _lock = takeServeLock(place.config.data)
  const { onMigrationStep } = observeMigration(cli)
  const options = { force, clock: cli.clock, onMigrationStep }
  const { from, to, applied, copy } = await migrate(place, options)
  printRecord(cli, { from, to, applied, copy })
  if (applied.length === 0) hint(cli, 'The database is up to date.')
}

interface Options extends Pick<MigrationObserver, 'onMigrationStep'> {
  force: boolean | undefined
  clock: Clock
}

/** The caller holds the serve lock. */
async function migrate(
  { config, secrets }: LoadedConfig,
  { force, clock, onMigrationStep }: Options,
): Promise<Migrated> {
  if (secrets.databaseUrl !== null) {
    const { migratePostgres } = await import('../../../../core/database/postgres-migrations.ts')
    const { identifyNode } = await import('../../../../core/catalog/identify-node.ts')
    const self = await identifyNode(config.data)
    const databaseClock = replaceDatabaseClock(clock)
    const program = { self, force, databaseClock, onMigrationStep }
    return await migratePostgres(secrets.databaseUrl, program)
  }
  const { databasePath } = await import('../../../../core/storage/disk/data-folder.ts')
  const { migrateDatabase } = await import('../../../../core/database/database-files.ts')
  return await migrateDatabase({
    file: databasePath(config.data),
    spatialite: config.spatialite,
    onMigrationStep,
  })
}

export const migrateCommand: CommandFactory = (cli) =>
  new Command('up')
    .description('Copy the database and apply pending migrations; fails while a server is running')
    .option('--force', 'Migrate a PostgreSQL database although other servers use it')
    .addOption(createDataOption())
    .action((options) => runMigrate(cli, options))
