import { Command } from '@commander-js/extra-typings'
import type { BackupStorage } from '../../../../core/backup/compare-with-bucket.ts'
import { CatalogError } from '../../../../core/base/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { hint, printRecord, tell } from '../../../terminal/output.ts'
import { readVersion } from '../../../../core/base/version.ts'
import { createDataOption } from '../../../host/with-catalog.ts'
import {
  createBackupsOption,
  findBackupFolders,
  type BackupFolders,
  type BackupsOption,
} from './backup-options.ts'
import { createPlaceOpener } from './create-place-opener.ts'

interface Options extends BackupsOption {
  excludeDerivatives?: true
  databaseOnly?: true
}

const INSTEAD =
  'Back up PostgreSQL with its own tools, such as pg_basebackup or pg_dump, and the stored files with yours; or write a dump with: catalog admin dump'

async function runCreateBackup(cli: Cli, options: Options): Promise<void> {
  const { requireCatalog, requireSqlite } =
    await import('../../../../core/catalog/require-catalog.ts')
  const { createBackup } = await import('../../../../core/backup/create-backup.ts')
  const { logBackupCreated } = await import('../../../../core/auth/security-events.ts')
  const { getHostUser, openSecurityLog } = await import('../../../../core/auth/security-log.ts')
  const { clock, signal } = cli
  const folders = await findBackupFolders(cli, options)
  requireSqlite(folders.settings, INSTEAD)
  await requireCatalog(folders.settings)
  requireScope(folders, options)
  const version = readVersion()
  hint(cli, `Backing up ${folders.data} to ${folders.folder}.`)
  const derivatives = options.excludeDerivatives !== true
  await using stack = new AsyncDisposableStack()
  const place = await openBucket(stack, folders)
  const asked = { ...folders, version, derivatives, place, clock, signal }
  const created = await createBackup(asked).catch((error) => explainFailure(folders, error))
  const { name, path, manifest, problems } = created
  const log = openSecurityLog(folders.data, getHostUser(cli.env), (line) => cli.stderr.write(line))
  logBackupCreated(log, path)
  const { count: files, ...counts } = manifest
  printRecord(cli, { id: name, path, files, ...counts })
  if (place) hint(cli, `The files stay in ${place.name}, and the backup lists them.`)
  if (counts.linked > 0) {
    hint(
      cli,
      'Files were hard-linked. They share the disk of the catalog: copy backups to another disk too.',
    )
  }
  reportProblems(cli, counts.missing + counts.changed, problems)
}

/** @throws CatalogError if this user may not use the data directory or a file in it, or else the error itself */
async function explainFailure({ data }: BackupFolders, error: unknown): Promise<never> {
  const { ensureDataFolder } = await import('../../../../core/storage/disk/data-folder.ts')
  if (!(error instanceof CatalogError)) await ensureDataFolder(data)
  throw error
}

/** @throws CatalogError kind `unsupported` if the backup would contain other files than `--database-only` says */
function requireScope({ settings }: BackupFolders, { databaseOnly }: Options): void {
  const { storageUrl } = settings.config
  if (databaseOnly && storageUrl === null) {
    throw new CatalogError('unsupported', 'The image files are not in a bucket.', {
      hint: 'Leave out --database-only: a backup on the same disk has hard links, which take no space.',
    })
  }
  if (databaseOnly || storageUrl === null) return
  throw new CatalogError('unsupported', `Backups do not contain the files in ${storageUrl}.`, {
    hint: 'Back up the database with --database-only, and turn on versioning or replication of the bucket.',
  })
}

/** Returns null if the image files are in the data directory. */
async function openBucket(
  stack: AsyncDisposableStack,
  { settings }: BackupFolders,
): Promise<BackupStorage | null> {
  const { storageUrl } = settings.config
  if (storageUrl === null) return null
  return await createPlaceOpener(stack, () => Promise.resolve(settings))(storageUrl)
}

function reportProblems(cli: Cli, total: number, problems: readonly string[]): void {
  if (total === 0) return
  cli.exitCode = EXIT.integrity
  const rest = total > problems.length ? [`and ${total - problems.length} more`] : []
  tell(cli, [
    `The backup is complete, but ${total} files of the catalog are missing or damaged:`,
    ...[...problems, ...rest].map((problem) => `  ${problem}`),
    'See: catalog admin storage verify',
  ])
}

export const createBackupCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Back up a catalog, also while a server serves it')
    .option('--exclude-derivatives', 'Leave out pictures and tiles that jobs can make again')
    .option('--database-only', 'Leave the files in the bucket, and list them with their SHA-256')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action((options) => runCreateBackup(cli, options))
