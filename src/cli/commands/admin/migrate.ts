import { Command } from '@commander-js/extra-typings'
import { replaceDatabaseClock, type Clock } from '../../../core/base/clock.ts'
import type { CatalogPlace } from '../../../core/catalog/require-catalog.ts'
import type { LoadedConfig } from '../../../core/config/config.ts'
import type { Migrated, MigrationObserver } from '../../../core/database/migrated.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import { createDataOption, observeMigration } from '../../host/with-catalog.ts'
import { formatBytes } from '../../terminal/format.ts'
import { hint, printRecord } from '../../terminal/output.ts'

interface State {
  /** The newest migration that was applied. */
  schema: string
  pending: string[]
  /** The servers that use a PostgreSQL database: `archive-1:/srv/catalog (version 1.0.0)`. */
  servers?: string[]
  /** Instructions for applying the pending migrations. */
  advice: string
}

async function readState({ config, secrets }: CatalogPlace): Promise<State> {
  if (secrets.databaseUrl !== null) {
    const { readMigrations } = await import('../../../core/database/postgres-migrations.ts')
    const { readRunningNodes } = await import('../../../core/database/running-nodes.ts')
    const { applied, pending } = await readMigrations(secrets.databaseUrl)
    const nodes = await readRunningNodes(secrets.databaseUrl)
    const servers = nodes.map(({ place, version }) => `${place} (version ${version})`)
    const advice = 'Back up the database, stop all servers, then run: catalog admin migrate up'
    return { schema: applied.at(-1) ?? '', pending, servers, advice }
  }
  const { databasePath } = await import('../../../core/storage/disk/data-folder.ts')
  const { readMigrationState } = await import('../../../core/database/database-files.ts')
  const { copyBytes, ...state } = readMigrationState({ file: databasePath(config.data) })
  const advice = `Stop the server, then run: catalog admin migrate up. It copies the database first, which needs ${formatBytes(copyBytes)}.`
  return { ...state, advice }
}

const showMigrationsCommand: CommandFactory = (cli) =>
  new Command('status')
    .description('Show the schema of the database and pending migrations, without applying them')
    .addOption(createDataOption())
    .action(async ({ data }) => {
      const { requireCatalog } = await import('../../../core/catalog/require-catalog.ts')
      const place = await locateCatalog(cli, { data })
      await requireCatalog(place)
      const { advice, ...state } = await readState(place)
      printRecord(cli, state)
      hint(cli, state.pending.length === 0 ? 'The database is up to date.' : advice)
    })

interface MigrateOptions extends Pick<MigrationObserver, 'onMigrationStep'> {
  force: boolean | undefined
  clock: Clock
}

/** The caller holds the serve lock. */
async function migrate(
  { config, secrets }: LoadedConfig,
  { force, clock, onMigrationStep }: MigrateOptions,
): Promise<Migrated> {
  if (secrets.databaseUrl !== null) {
    const { migratePostgres } = await import('../../../core/database/postgres-migrations.ts')
    const { identifyNode } = await import('../../../core/catalog/identify-node.ts')
    const self = await identifyNode(config.data)
    const databaseClock = replaceDatabaseClock(clock)
    const program = { self, force, databaseClock, onMigrationStep }
    return await migratePostgres(secrets.databaseUrl, program)
  }
  const { databasePath } = await import('../../../core/storage/disk/data-folder.ts')
  const { migrateDatabase } = await import('../../../core/database/database-files.ts')
  return await migrateDatabase({
    file: databasePath(config.data),
    spatialite: config.spatialite,
    onMigrationStep,
  })
}

const migrateCommand: CommandFactory = (cli) =>
  new Command('up')
    .description('Copy the database and apply pending migrations; fails while a server is running')
    .option('--force', 'Migrate a PostgreSQL database although other servers use it')
    .addOption(createDataOption())
    .action(async ({ data, force }) => {
      const { ensureDataFolder } = await import('../../../core/storage/disk/data-folder.ts')
      const { takeServeLock } = await import('../../../core/database/locks.ts')
      const { requireCatalog } = await import('../../../core/catalog/require-catalog.ts')
      const place = await locateCatalog(cli, { data })
      await requireCatalog(place)
      await ensureDataFolder(place.config.data)
      using _lock = takeServeLock(place.config.data)
      const { onMigrationStep } = observeMigration(cli)
      const options = { force, clock: cli.clock, onMigrationStep }
      const { from, to, applied, copy } = await migrate(place, options)
      printRecord(cli, { from, to, applied, copy })
      if (applied.length === 0) hint(cli, 'The database is up to date.')
    })

export const migrateCommands = createCommandGroup(
  'migrate',
  'Update the database schema to this version',
  [showMigrationsCommand, migrateCommand],
)
