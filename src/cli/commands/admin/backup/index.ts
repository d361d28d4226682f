import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { BackupFinding } from '../../../../core/backup/damaged-backup.ts'
import { notFound } from '../../../../core/base/errors.ts'
import type { Cli } from '../../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../../command.ts'
import { createDataOption } from '../../../host/with-catalog.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { formatCount } from '../../../terminal/format.ts'
import { hint, print, tell } from '../../../terminal/output.ts'
import { createBackupsOption, findBackupFolders, type BackupsOption } from './backup-options.ts'
import { createPlaceOpener } from './create-place-opener.ts'
import { createBackupCommand } from './create.ts'
import { createBackupProgress } from './show-progress.ts'

const listBackupsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List backups, oldest first')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action(async (options) => {
      const { listBackups } = await import('../../../../core/backup/list-backups.ts')
      const { folder } = await findBackupFolders(cli, options)
      const backups = await listBackups(folder)
      print(cli, backups, ['id', 'created_at', 'files', 'bytes', 'derivatives', 'problem'])
      if (backups.length === 0) hint(cli, `There are no backups in ${folder}.`)
    })

interface VerifyOptions extends BackupsOption {
  scratch?: string
  read?: true
}

const MAX_SHOWN = 1000

async function runVerifyBackup(
  cli: Cli,
  name: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  const { verifyBackup } = await import('../../../../core/backup/verify-backup.ts')
  const { listBackupNames } = await import('../../../../core/backup/backup-folder.ts')
  const { folder, spatialite, settings } = await findBackupFolders(cli, options)
  const chosen = name ?? (await listBackupNames(folder)).at(-1)
  if (chosen === undefined) throw notFound(`There are no backups in ${folder}.`)
  const backup = chosen.includes('/') ? resolve(cli.cwd, chosen) : join(folder, chosen)
  const scratch = resolve(cli.cwd, options.scratch ?? dirname(backup))
  const findings: BackupFinding[] = []
  let count = 0
  let trashed = 0
  {
    await using stack = new AsyncDisposableStack()
    using progress = createBackupProgress(cli)
    const { onManifest, onFile } = progress
    const openPlace = createPlaceOpener(stack, () => Promise.resolve(settings))
    const common = { backup, scratch, spatialite, openPlace, signal: cli.signal }
    const read = options.read === true
    for await (const finding of verifyBackup({ ...common, read, onManifest, onFile })) {
      if (finding.code === 'in_trash') trashed += 1
      else count += 1
      if (findings.length < MAX_SHOWN) findings.push(finding)
    }
  }
  print(cli, findings, ['code', 'path', 'message'])
  if (trashed > 0)
    hint(cli, `${formatCount(trashed, 'file')} can be put back from the trash for 30 days.`)
  if (count === 0) return hint(cli, `The backup ${chosen} is complete and undamaged.`)
  cli.exitCode = EXIT.integrity
  tell(cli, `The backup ${chosen} has ${formatCount(count, 'problem')}.`)
}

const verifyBackupCommand: CommandFactory = (cli) =>
  new Command('verify')
    .description('Check that a backup can be restored')
    .argument('[backup]', 'Name or path of the backup; the newest by default')
    .option('--scratch <dir>', 'Folder for a temporary copy of the database')
    .option('--read', 'Read all files in a bucket, not only what it knows about them')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action((name, options) => runVerifyBackup(cli, name, options))

const pruneBackupsCommand: CommandFactory = (cli) =>
  new Command('prune')
    .description('Delete all but the newest backups, and unfinished ones')
    .requiredOption('--keep <number>', 'Number of backups that remain', parsePositiveInteger)
    .option('--dry-run', 'Only list the backups that would be deleted')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action(async ({ keep, dryRun, ...options }) => {
      if (!dryRun) requireYes(cli, 'Deleting backups')
      const { deleteBackups, listOldBackups } =
        await import('../../../../core/backup/prune-backups.ts')
      const { folder } = await findBackupFolders(cli, options)
      const names = await listOldBackups(folder, keep)
      if (dryRun) hint(cli, 'Nothing was deleted. These backups would be deleted:')
      else {
        const question = `Delete ${names.length} backups in ${folder}?`
        if (names.length > 0 && !(await confirm(cli, question)))
          return tell(cli, 'Nothing was deleted.')
        await deleteBackups(folder, names)
      }
      const rows = names.map((id) => ({ id, deleted: dryRun !== true }))
      print(cli, rows, ['id', 'deleted'])
    })

export const backupCommands = createCommandGroup('backup', 'Make, verify and delete backups', [
  createBackupCommand,
  listBackupsCommand,
  verifyBackupCommand,
  pruneBackupsCommand,
])
