import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { formatBytes } from '../../../format.ts'
import { hint, printRecord } from '../../../output.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'

async function runShowMigrations(cli: Cli, { data }: DataOption): Promise<void> {
  const { loadConfig } = await import('../../../../core/config.ts')
  const { databasePath, requireCatalog } = await import('../../../../core/data-folder.ts')
  const { readMigrationState } = await import('../../../../core/db/database-files.ts')
  const { config } = loadConfig({ flags: { data }, env: cli.env })
  await requireCatalog(config.data)
  const { schema, pending, copyBytes } = readMigrationState({ file: databasePath(config.data) })
  printRecord(cli, { schema, pending })
  if (pending.length === 0) {
    hint(cli, 'The database is up to date.')
    return
  }
  hint(
    cli,
    `Stop the server, then run: catalog admin migrate up. It copies the database first, which needs ${formatBytes(copyBytes)}.`,
  )
}

export const showMigrationsCommand: CommandFactory = (cli) =>
  new Command('status')
    .description('Show the schema of the database and pending migrations, without applying them')
    .addOption(createDataOption())
    .action((options) => runShowMigrations(cli, options))
