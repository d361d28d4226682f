import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { BackupFinding } from '../../../../core/backup/damaged-backup.ts'
import { notFound } from '../../../../core/base/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { formatCount } from '../../../terminal/format.ts'
import { hint, print, tell } from '../../../terminal/output.ts'
import { createDataOption } from '../../../host/with-catalog.ts'
import { createPlaceOpener } from './create-place-opener.ts'
import { createBackupProgress } from './show-progress.ts'
import { createBackupsOption, findBackupFolders, type BackupsOption } from './backup-options.ts'

interface Options extends BackupsOption {
  scratch?: string
  read?: true
}

const MAX_SHOWN = 1000

async function runVerifyBackup(
  cli: Cli,
  name: string | undefined,
  options: Options,
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

export const verifyBackupCommand: CommandFactory = (cli) =>
  new Command('verify')
    .description('Check that a backup can be restored')
    .argument('[backup]', 'Name or path of the backup; the newest by default')
    .option('--scratch <dir>', 'Folder for a temporary copy of the database')
    .option('--read', 'Read all files in a bucket, not only what it knows about them')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action((name, options) => runVerifyBackup(cli, name, options))
