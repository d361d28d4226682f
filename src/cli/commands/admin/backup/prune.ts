import { Command, Option } from '@commander-js/extra-typings'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint, print, tell } from '../../../terminal/output.ts'
import { createDataOption } from '../../../host/with-catalog.ts'
import { createBackupsOption, findBackupFolders, type BackupsOption } from './backup-options.ts'

interface Options extends BackupsOption {
  keep: number
  dryRun?: true
}

async function runPruneBackups(cli: Cli, { keep, dryRun, ...options }: Options): Promise<void> {
  if (!dryRun) requireYes(cli, 'Deleting backups')
  const { deleteBackups, listOldBackups } = await import('../../../../core/backup/prune-backups.ts')
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
}

export const pruneBackupsCommand: CommandFactory = (cli) =>
  new Command('prune')
    .description('Delete all but the newest backups, and unfinished ones')
    .addOption(
      new Option('--keep <number>', 'Number of backups that remain')
        .argParser(parsePositiveInteger)
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'Only list the backups that would be deleted')
    .addOption(createBackupsOption())
    .addOption(createDataOption())
    .action((options) => runPruneBackups(cli, options))
