import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, print } from '../../../terminal/output.ts'
import { createDataOption } from '../../../host/with-catalog.ts'
import { createBackupsOption, findBackupFolders, type BackupsOption } from './backup-options.ts'

async function runListBackups(cli: Cli, options: BackupsOption): Promise<void> {
  const { listBackups } = await import('../../../../core/backup/list-backups.ts')
  const { folder } = await findBackupFolders(cli, options)
  const backups = await listBackups(folder)
  print(cli, backups, ['id', 'created_at', 'files', 'bytes', 'derivatives', 'problem'])
  if (backups.length === 0) hint(cli, `There are no backups in ${folder}.`)
}

export const listBackupsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List backups, oldest first')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action((options) => runListBackups(cli, options))
