import { Command } from '@commander-js/extra-typings'
import type { LoadedConfig } from '../../../../core/config.ts'
import type { Migrated } from '../../../../core/db/database-files.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { loadSettings } from '../../../load-settings.ts'
import { hint, printRecord } from '../../../output.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'

async function runMigrate(cli: Cli, { data }: DataOption): Promise<void> {
  const { ensureDataFolder } = await import('../../../../core/data-folder.ts')
  const { takeServeLock } = await import('../../../../core/db/locks.ts')
  const { requireCatalog } = await import('../../../../core/require-catalog.ts')
  const place = await loadSettings(cli, { data })
  await requireCatalog(place)
  await ensureDataFolder(place.config.data)
  using _lock = takeServeLock(place.config.data)
  const { applied, copy } = await migrate(place)
  printRecord(cli, { applied, copy })
  if (applied.length === 0) hint(cli, 'The database is up to date.')
}

async function migrate({ config, secrets }: LoadedConfig): Promise<Migrated> {
  if (secrets.databaseUrl !== null) {
    const { migratePostgres } = await import('../../../../core/db/postgres-migrations.ts')
    return { applied: await migratePostgres(secrets.databaseUrl), copy: null }
  }
  const { databasePath } = await import('../../../../core/data-folder.ts')
  const { migrateDatabase } = await import('../../../../core/db/database-files.ts')
  return await migrateDatabase({
    file: databasePath(config.data),
    spatialite: config.spatialite,
  })
}

export const migrateCommand: CommandFactory = (cli) =>
  new Command('up')
    .description('Copy the database and apply pending migrations; fails while a server is running')
    .addOption(createDataOption())
    .action((options) => runMigrate(cli, options))
