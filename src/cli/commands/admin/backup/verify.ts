import { dirname, join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { BackupFinding } from '../../../../core/backup/damaged-backup.ts'
import { notFound } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { EXIT } from '../../../exit-codes.ts'
import { formatCount } from '../../../format.ts'
import { hint, print, tell } from '../../../output.ts'
import { createDataOption } from '../with-catalog.ts'
import { createBackupProgress } from './show-progress.ts'
import { createBackupsOption, findBackupFolders, type BackupsOption } from './backup-options.ts'

interface Options extends BackupsOption {
  scratch?: string
}

const MAX_SHOWN = 1000

async function runVerifyBackup(
  cli: Cli,
  name: string | undefined,
  options: Options,
): Promise<void> {
  const { verifyBackup } = await import('../../../../core/backup/verify-backup.ts')
  const { listBackupNames } = await import('../../../../core/backup/backup-folder.ts')
  const { folder, spatialite } = await findBackupFolders(cli, options)
  const chosen = name ?? (await listBackupNames(folder)).at(-1)
  if (chosen === undefined) throw notFound(`There are no backups in ${folder}.`)
  const backup = chosen.includes('/') ? resolve(cli.cwd, chosen) : join(folder, chosen)
  const scratch = resolve(cli.cwd, options.scratch ?? dirname(backup))
  const findings: BackupFinding[] = []
  let count = 0
  {
    using progress = createBackupProgress(cli)
    const { onManifest, onFile } = progress
    const { signal } = cli
    const options = { backup, scratch, spatialite, signal, onManifest, onFile }
    for await (const finding of verifyBackup(options)) {
      count += 1
      if (findings.length < MAX_SHOWN) findings.push(finding)
    }
  }
  print(cli, findings, ['code', 'path', 'message'])
  if (count === 0) return hint(cli, `The backup ${chosen} is complete and undamaged.`)
  cli.exitCode = EXIT.integrity
  tell(cli, `The backup ${chosen} has ${formatCount(count, 'problem')}.`)
}

export const verifyBackupCommand: CommandFactory = (cli) =>
  new Command('verify')
    .description('Check that a backup can be restored')
    .argument('[backup]', 'Name or path of the backup; the newest by default')
    .option('--scratch <dir>', 'Folder for a temporary copy of the database')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action((name, options) => runVerifyBackup(cli, name, options))
