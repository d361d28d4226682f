import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, printRecord } from '../../../output.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'

async function runMigrate(cli: Cli, { data }: DataOption): Promise<void> {
  const { loadConfig } = await import('../../../../core/config.ts')
  const { databasePath, ensureDataFolder, requireCatalog } =
    await import('../../../../core/data-folder.ts')
  const { migrateDatabase } = await import('../../../../core/db/database-files.ts')
  const { takeServeLock } = await import('../../../../core/db/locks.ts')
  const { config } = loadConfig({ flags: { data }, env: cli.env })
  await requireCatalog(config.data)
  await ensureDataFolder(config.data)
  using _lock = takeServeLock(config.data)
  const file = databasePath(config.data)
  const { applied, copy } = await migrateDatabase({ file, spatialite: config.spatialite })
  printRecord(cli, { applied, copy })
  if (applied.length === 0) hint(cli, 'The database is up to date.')
}

export const migrateCommand: CommandFactory = (cli) =>
  new Command('up')
    .description('Copy the database and apply pending migrations; fails while a server is running')
    .addOption(createDataOption())
    .action((options) => runMigrate(cli, options))
