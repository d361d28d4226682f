import { createCommandGroup } from '../../../command.ts'
import { createBackupCommand } from './create.ts'
import { listBackupsCommand } from './list.ts'
import { pruneBackupsCommand } from './prune.ts'
import { verifyBackupCommand } from './verify.ts'

export const backupCommands = createCommandGroup('backup', 'Make, verify and delete backups', [
  createBackupCommand,
  listBackupsCommand,
  verifyBackupCommand,
  pruneBackupsCommand,
])
