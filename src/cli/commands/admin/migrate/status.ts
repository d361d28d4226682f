import { Command } from '@commander-js/extra-typings'
import type { CatalogPlace } from '../../../../core/catalog/require-catalog.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { formatBytes } from '../../../terminal/format.ts'
import { locateCatalog } from '../../../host/locate-catalog.ts'
import { hint, printRecord } from '../../../terminal/output.ts'
import { createDataOption, type DataOption } from '../../../host/with-catalog.ts'

interface State {
  /** The newest migration that was applied. */
  schema: string
  pending: string[]
  /** The servers that use a PostgreSQL database: `archive-1:/srv/catalog (version 1.0.0)`. */
  servers?: string[]
  /** Instructions for applying the pending migrations. */
  advice: string
}

async function runShowMigrations(cli: Cli, { data }: DataOption): Promise<void> {
  const { requireCatalog } = await import('../../../../core/catalog/require-catalog.ts')
  const place = await locateCatalog(cli, { data })
  await requireCatalog(place)
  const { advice, ...state } = await readState(place)
  printRecord(cli, state)
  hint(cli, state.pending.length === 0 ? 'The database is up to date.' : advice)
}

async function readState({ config, secrets }: CatalogPlace): Promise<State> {
  if (secrets.databaseUrl !== null) {
    const { readMigrations } = await import('../../../../core/database/postgres-migrations.ts')
    const { readRunningNodes } = await import('../../../../core/database/running-nodes.ts')
    const { applied, pending } = await readMigrations(secrets.databaseUrl)
    const nodes = await readRunningNodes(secrets.databaseUrl)
    const servers = nodes.map(({ place, version }) => `${place} (version ${version})`)
    const advice = 'Back up the database, stop all servers, then run: catalog admin migrate up'
    return { schema: applied.at(-1) ?? '', pending, servers, advice }
  }
  const { databasePath } = await import('../../../../core/storage/disk/data-folder.ts')
  const { readMigrationState } = await import('../../../../core/database/database-files.ts')
  const { copyBytes, ...state } = readMigrationState({ file: databasePath(config.data) })
  const advice = `Stop the server, then run: catalog admin migrate up. It copies the database first, which needs ${formatBytes(copyBytes)}.`
  return { ...state, advice }
}

export const showMigrationsCommand: CommandFactory = (cli) =>
  new Command('status')
    .description('Show the schema of the database and pending migrations, without applying them')
    .addOption(createDataOption())
    .action((options) => runShowMigrations(cli, options))
