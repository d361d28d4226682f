import { Option } from '@commander-js/extra-typings'
import type { Actor, HostUser } from '../../core/audit/actor.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Migrated, MigrationObserver, MigrationStep } from '../../core/database/migrated.ts'
import type { Logger } from '../../core/base/log.ts'
import type { Cli } from '../cli.ts'
import { locateCatalog } from './locate-catalog.ts'
import { hint } from '../terminal/output.ts'

export interface DataOption {
  data?: string
}

export function createDataOption() {
  return new Option('--data <dir>', 'Data directory of the catalog (CATALOG_DATA)')
}

interface Opening {
  /** Whether to create the catalog if it does not exist. */
  create?: boolean
  /** Whether the storage may have the files of another database. */
  acceptsOtherFiles?: boolean
  /** Profile of the AWS configuration files with the credentials for the image files. */
  storageProfile?: string | undefined
}

/** On whose behalf a command works. */
export interface Host {
  actor: Actor
  hostUser: HostUser
  /** Receives the security events of the command. */
  securityLog: Logger
  /** Whether the command has created the catalog. */
  isNew: boolean
}

/**
 * Opens the catalog for one operation. A server may be serving it at the same time.
 * @throws CatalogError kind `not_found` if the catalog does not exist and `create` is not set
 */
export async function withCatalog<T>(
  cli: Cli,
  { data }: DataOption,
  work: (catalog: Catalog, host: Host) => Promise<T>,
  { create = false, acceptsOtherFiles = false, storageProfile }: Opening = {},
): Promise<T> {
  const { openCatalog } = await import('../../core/catalog/open-catalog.ts')
  const place = await locateCatalog(cli, { data })
  const { config, secrets } = place
  const { getHostUser, openSecurityLog } = await import('../../core/auth/security-log.ts')
  const { hasDatabase, requireCatalog } = await import('../../core/catalog/require-catalog.ts')
  if (!create) await requireCatalog(place)
  const isNew = create && !(await hasDatabase(place))
  const { refuseMigrationWhileServed } = await import('../../core/database/database-files.ts')
  const beforeMigration = (): void => refuseMigrationWhileServed(config.data)
  const hooks = { beforeMigration, ...observeMigration(cli) }
  const overrides = { clock: cli.clock, ...hooks, acceptsOtherFiles, storageProfile }
  await using catalog = await openCatalog(config, secrets, overrides)
  const where = secrets.databaseUrl === null ? config.data : 'the PostgreSQL database'
  if (isNew) hint(cli, `Created a new catalog in ${where}.`)
  const toStandardError = (line: string): void => void cli.stderr.write(line)
  const hostUser = getHostUser(cli.env)
  const securityLog = openSecurityLog(config.data, hostUser, toStandardError)
  return await work(catalog, { actor: { hostUser }, hostUser, securityLog, isNew })
}

/** Shows on standard error how a database is migrated. */
export function observeMigration(
  cli: Cli,
): Required<Pick<MigrationObserver, 'onMigrationStep' | 'onMigrated'>> {
  return {
    onMigrationStep: (step) => tellMigrationStep(cli, step),
    onMigrated: (migrated) => tellMigrated(cli, migrated),
  }
}

function tellMigrationStep(cli: Cli, { migration, number, count }: MigrationStep): void {
  if (migration === null) return hint(cli, 'Copying the database before its migration …')
  hint(cli, `Migrating the database, step ${number} of ${count}: ${migration} …`)
}

function tellMigrated(cli: Cli, { from, to, copy }: Migrated): void {
  if (from === null) return
  const where = copy === null ? '' : ` The database as it was before is in ${copy}.`
  hint(cli, `Migrated the database from ${from} to ${to}.${where}`)
}
