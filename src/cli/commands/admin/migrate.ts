import { Command } from '@commander-js/extra-typings'
import { replaceDatabaseClock, type Clock } from '../../../core/base/clock.ts'
import type { CatalogPlace } from '../../../core/catalog/require-catalog.ts'
import type { LoadedConfig } from '../../../core/config/config.ts'
import type {
  Migrated,
  MigrationObserver,
  SchemaPhase,
  WaitingMigrations,
} from '../../../core/database/migrated.ts'
import type { Cli } from '../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import { MIGRATION_ADVICE } from '../../host/migration-advice.ts'
import { createDataOption, observeMigration } from '../../host/with-catalog.ts'
import { formatBytes } from '../../terminal/format.ts'
import { hint, printRecord } from '../../terminal/output.ts'

interface State {
  /** The newest migration that was applied. */
  schema: string
  pending: string[]
  phase: SchemaPhase
  /** The applied migrations of later versions, beside which this one works. */
  later?: string[]
  /** The servers that use a PostgreSQL database: `archive-1:/srv/catalog (version 1.0.0)`. */
  servers?: string[]
  /** Those of earlier versions, for whose end migrations wait. */
  waits_for?: string[]
  /** The next step for the administrator. */
  advice: string
}

async function readState({ config, secrets }: CatalogPlace): Promise<State> {
  if (secrets.databaseUrl !== null) return await readPostgresState(secrets.databaseUrl)
  const { databasePath } = await import('../../../core/storage/disk/data-folder.ts')
  const { readMigrationState } = await import('../../../core/database/database-files.ts')
  const { copyBytes, ...state } = readMigrationState({ file: databasePath(config.data) })
  if (state.pending.length === 0) return { ...state, phase: 'done', advice: MIGRATION_ADVICE.done }
  const advice = `Stop the server, then run: catalog admin migrate up. It copies the database first, which needs ${formatBytes(copyBytes)}.`
  return { ...state, phase: 'stop', advice }
}

async function readPostgresState(url: string): Promise<State> {
  const { readMigrations } = await import('../../../core/database/postgres-migrations.ts')
  const { applied, pending, phase, later, nodes, waitsFor } = await readMigrations(url)
  return {
    schema: applied.at(-1) ?? '',
    pending,
    phase,
    later,
    servers: nodes.map(describeNode),
    waits_for: waitsFor.map(describeNode),
    advice: later.length > 0 ? EXPANDED : MIGRATION_ADVICE[phase],
  }
}

function describeNode({ place, version }: { place: string; version: string }): string {
  return `${place} (version ${version})`
}

const EXPANDED = 'A later version has expanded the database. This version works on it, too.'

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
      hint(cli, advice)
    })

interface MigrateOptions extends Pick<MigrationObserver, 'onMigrationStep' | 'onMigrationsWait'> {
  force: boolean | undefined
  clock: Clock
}

/** @throws CatalogError kind `busy` if a server uses a SQLite database, or if one forbids migrations on PostgreSQL */
async function migrate(
  { config, secrets }: LoadedConfig,
  { force, clock, ...observer }: MigrateOptions,
): Promise<Migrated> {
  if (secrets.databaseUrl !== null) {
    const { migratePostgres } = await import('../../../core/database/postgres-migrations.ts')
    const databaseClock = replaceDatabaseClock(clock)
    const program = { force, contract: true, databaseClock }
    return await migratePostgres(secrets.databaseUrl, { ...program, ...observer })
  }
  const { takeServeLock } = await import('../../../core/database/locks.ts')
  using _lock = takeServeLock(config.data)
  const { databasePath } = await import('../../../core/storage/disk/data-folder.ts')
  const { migrateDatabase } = await import('../../../core/database/database-files.ts')
  return await migrateDatabase({
    file: databasePath(config.data),
    spatialite: config.spatialite,
    ...observer,
  })
}

const migrateCommand: CommandFactory = (cli) =>
  new Command('up')
    .description(
      'Apply pending migrations; copies a SQLite database first, and fails while its server is running',
    )
    .option('--force', 'Also apply those that running servers forbid on PostgreSQL')
    .addOption(createDataOption())
    .action(async ({ data, force }) => {
      const { ensureDataFolder } = await import('../../../core/storage/disk/data-folder.ts')
      const { requireCatalog } = await import('../../../core/catalog/require-catalog.ts')
      const place = await locateCatalog(cli, { data })
      await requireCatalog(place)
      await ensureDataFolder(place.config.data)
      const { onMigrationStep } = observeMigration(cli)
      const waits: WaitingMigrations[] = []
      const onMigrationsWait = (waiting: WaitingMigrations): void => void waits.push(waiting)
      const options = { force, clock: cli.clock, onMigrationStep, onMigrationsWait }
      const { from, to, applied, copy } = await migrate(place, options)
      printRecord(cli, { from, to, applied, copy })
      for (const waiting of waits) tellWaiting(cli, waiting)
      if (applied.length + waits.length === 0) hint(cli, MIGRATION_ADVICE.done)
    })

function tellWaiting(cli: Cli, { waiting, waitsFor }: WaitingMigrations): void {
  const servers = waitsFor.map(describeNode).join(', ')
  hint(
    cli,
    `Migrations wait for servers of earlier versions: ${waiting.join(', ')} for ${servers}. Replace or stop them. One that crashed counts for a day, unless --force is given.`,
  )
}

export const migrateCommands = createCommandGroup(
  'migrate',
  'Update the database schema to this version',
  [showMigrationsCommand, migrateCommand],
)
